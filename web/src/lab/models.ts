// Names of models.

/** Former names of models and their current names: labs that use a former name remain valid. */
const formerNames: Readonly<Record<string, string>> = {
  aggregate: 'zfs-migration',
  directory: 'zfs-directories',
  disk_path: 'disk-path',
  file_pool: 'file-pool',
  journal: 'journaling',
};

/** Returns the current name of a model. */
export const currentModelName = (name: string): string => formerNames[name] ?? name;
