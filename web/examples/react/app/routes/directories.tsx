import type {} from 'pathlength/react';

export default function Directories() {
  return (
    <>
      <h1>Large directories</h1>
      <pathlength-lab lab="zfs-directories" view="playground" chart="size">
        <p>
          Published at 50,000 names: 384 operations/s (R13, v4), 13,628 (V2R1, v4), and 106,241 (V2R1, v5). The chart
          needs JavaScript.
        </p>
      </pathlength-lab>
    </>
  );
}
