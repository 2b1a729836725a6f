import { defineConfig } from 'astro/config';
import { pathlength } from 'pathlength/vite';

export default defineConfig({ base: '/docs/', vite: { plugins: [pathlength()] } });
