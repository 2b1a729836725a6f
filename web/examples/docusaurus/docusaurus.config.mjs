import { pathlength } from 'pathlength/webpack';

/** Adds the widgets' files to the pages. */
const widgets = () => ({
  name: 'pathlength',
  configureWebpack: (config, isServer) => (isServer ? {} : { plugins: [pathlength()] }),
});

export default {
  title: 'Disks of a Linux guest',
  url: 'https://docs.example',
  baseUrl: '/docs/',
  favicon: 'data:,',
  plugins: [widgets],
  clientModules: ['./src/widgets.js'],
  presets: [['classic', { docs: { routeBasePath: '/' }, blog: false }]],
};
