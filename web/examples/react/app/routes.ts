import { index, route, type RouteConfig } from '@react-router/dev/routes';

export default [index('routes/reread.tsx'), route('directories', 'routes/directories.tsx')] satisfies RouteConfig;
