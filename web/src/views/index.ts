// The live pictures of models, by the names that labs give them. Each is its own script, fetched when it is needed.
import type { Component } from 'svelte';

export const views: Readonly<Record<string, () => Promise<{ default: Component<Record<string, never>> }>>> = {
  directory: () => import('./DirectoryView.svelte'),
  'minidisk-cache': () => import('./cache/CacheView.svelte'),
  'path-advisor': () => import('./PathAdvisor.svelte'),
};
