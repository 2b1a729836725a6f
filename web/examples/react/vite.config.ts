import { reactRouter } from '@react-router/dev/vite';
import { pathlength } from 'pathlength/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [reactRouter(), pathlength()] });
