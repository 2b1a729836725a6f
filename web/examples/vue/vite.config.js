import vue from '@vitejs/plugin-vue';
import { pathlength } from 'pathlength/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/docs/',
  plugins: [
    vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'pathlength-lab' } } }),
    pathlength(),
  ],
});
