import type { Config } from '@react-router/dev/config';

/** Pages are rendered by the build: any static host can serve them. */
export default { ssr: false, prerender: true } satisfies Config;
