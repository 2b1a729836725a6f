/** Invented listings for trying the planner. */
export const samples: readonly { title: string; text: string }[] = [
  {
    title: 'a CSV of eight directories',
    text: `path,entries,kilobytes,operations
/var/mail/queue,62000,4960,910000
/u/build/objects,18500,1480,420000
/var/spool/print,11200,896,15000
/u/web/cache,9400,752,880000
/usr/lpp/java/lib,2600,208,64000
/u/adm/logs,2100,168,1200
/u/jsmith,340,32,900
/etc,180,16,30500
`,
  },
  {
    title: 'ls -slk of one tree',
    text: `/u/shop:
total 1264
   8 drwxr-xr-x   2 SHOP     STAFF       8192 Jul 29 09:14 bin
1040 drwxr-xr-x   2 SHOP     STAFF    1064960 Jul 29 09:20 orders
 200 drwxr-xr-x   2 SHOP     STAFF     204800 Jul 28 17:02 invoices
  16 -rw-r--r--   1 SHOP     STAFF      12044 Jul 12 11:40 readme.txt
`,
  },
  {
    title: 'df -t',
    text: `Mounted on     Filesystem                Avail/Total      Files                  Status
/u/shop        (OMVS.SHOP.ZFS)           812440/7200000   4294901760/4294967295  Available
/u/build       (OMVS.BUILD.ZFS)          51200/1440000    4294945120/4294967295  Available
/var           (OMVS.SY1.VAR.ZFS)        240128/720000    4294963200/4294967295  Available
`,
  },
  {
    title: 'zfsadm query -knpfs',
    text: `Operation               Count     XCF req   Avg Time         Bytes
---------             ----------  --------  ----------   ----------
zfs_lookups               804133         0       0.021
zfs_reads                 214160         0       0.080       16.234M
zfs_opens                  61037         0       0.053
zfs_closes                 61031         0       0.024
zfs_readdirs               18220         0       0.412
zfs_creates                 5103         0       0.190
zfs_removes                 4870         0       0.175
`,
  },
];
