import { pathlength } from 'pathlength/vite';
import { defineConfig } from 'vite';

export default defineConfig({ base: '/docs/', plugins: [pathlength()] });
