import type {} from 'pathlength/react';

export default function Directories() {
  return (
    <>
      <h1>Large directories</h1>
      <pathlength-lab lab="zfs-directories" view="playground" chart="size">
        <p>This chart needs JavaScript.</p>
      </pathlength-lab>
    </>
  );
}
