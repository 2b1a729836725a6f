import { sveltekit } from '@sveltejs/kit/vite';
import { pathlength } from 'pathlength/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [sveltekit(), pathlength()] });
