// The interactive models by the names that labs use. Each model has its own script, fetched on demand.
import type { Component } from 'svelte';
import type { ViewName } from '../lab/view-names';

/** A component; some views take the reader's session as a property. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type View = Component<any>;

export const views: Readonly<Record<string, () => Promise<{ default: View }>>> = {
  'aldc-steps': () => import('./tape/StepsView.svelte'),
  directory: () => import('./zfs/DirectoryView.svelte'),
  'directory-locks': () => import('./zfs/locks/LocksView.svelte'),
  'file-fragments': () => import('./journaling/FragmentationView.svelte'),
  'file-pool': () => import('./file-pool/server/ServerView.svelte'),
  'journal-power-cut': () => import('./journaling/PlugView.svelte'),
  'journal-runs': () => import('./journaling/RunView.svelte'),
  'minidisk-cache': () => import('./disk-path/cache/CacheView.svelte'),
  network: () => import('./network/NetworkView.svelte'),
  'own-file': () => import('./tape/FileView.svelte'),
  'path-advisor': () => import('./disk-path/PathAdvisor.svelte'),
  race: () => import('./zfs/RaceView.svelte'),
  'recovery-time': () => import('./journaling/RecoveryView.svelte'),
  'sfs-diagnosis': () => import('./file-pool/diagnosis/DiagnosisView.svelte'),
  'sfs-planning': () => import('./file-pool/planning/PlanningView.svelte'),
  'tape-codecs': () => import('./tape/CodecsView.svelte'),
  'tape-pipeline': () => import('./tape/PipelineView.svelte'),
  'which-codec': () => import('./tape/AdviceView.svelte'),
  'which-file-system': () => import('./journaling/ChooserView.svelte'),
  'zfs-console': () => import('./zfs/aggregate/ConsoleView.svelte'),
  'zfs-conversion': () => import('./zfs/aggregate/ConversionView.svelte'),
  'zfs-planner': () => import('./zfs/aggregate/PlannerView.svelte'),
} satisfies Record<ViewName, unknown>;
