import type {} from 'pathlength/react';
import { Link } from 'react-router';

export default function Reread() {
  return (
    <>
      <h1>Rereading a file</h1>
      <p>
        How fast a guest rereads a file depends on the I/O path to its disk. The table shows each published value and,
        below it, the model’s value.
      </p>
      <pathlength-lab lab="disk-paths" view="table" table="reread">
        <p>This table needs JavaScript.</p>
      </pathlength-lab>
      <pathlength-lab lab="disk-paths" view="question" question="q-decode">
        <p>This question needs JavaScript.</p>
      </pathlength-lab>
      <pathlength-lab lab="disk-paths" view="playground" chart="way-request">
        <p>This chart needs JavaScript.</p>
      </pathlength-lab>
      <p>
        What makes a large directory slow is <Link to="/directories">another page</Link>.
      </p>
    </>
  );
}
