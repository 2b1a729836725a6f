// Names of models.

/** Names that models had before, and those that they have now: labs that were written with them stay valid. */
const formerNames: Readonly<Record<string, string>> = {
  aggregate: 'zfs-migration',
  directory: 'zfs-directories',
  disk_path: 'disk-path',
  file_pool: 'file-pool',
  journal: 'journaling',
};

/** Returns the name that a model has now. */
export const currentModelName = (name: string): string => formerNames[name] ?? name;
