import 'pathlength';
import { ViteSSG } from 'vite-ssg';
import App from './App.vue';
import Directories from './Directories.vue';
import Reread from './Reread.vue';

export const createApp = ViteSSG(App, {
  base: import.meta.env.BASE_URL,
  routes: [
    { path: '/', component: Reread },
    { path: '/directories', component: Directories },
  ],
});
