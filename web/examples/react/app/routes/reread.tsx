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
        {/* prettier-ignore */}
        <table>
          <caption>IOzone reread, relative to dedicated ECKD</caption>
          <thead><tr><th>Configuration</th><th>Throughput: KB/s (ratio to EDED)</th><th>CPU time: Total CPU/KB (ratio to EDED)</th><th>CPU time: CP CPU/KB (ratio to EDED)</th><th>CPU time: Virtual CPU/KB (ratio to EDED)</th></tr></thead>
          <tbody>
            <tr><th>EDED: ECKD, dedicated</th><td>1.00, model 1.00</td><td>1.00, model 1.00</td><td>1.00, model 1.00</td><td>1.00, model 1.00</td></tr>
            <tr><th>EMD0: ECKD minidisk</th><td>0.999, model 1.000 (+0.1 %)</td><td>1.03, model 1.00 (−2.9 %)</td><td>1.03, model 1.00 (−2.9 %)</td><td>1.03, model 1.00 (−2.9 %)</td></tr>
            <tr><th>EMD1: ECKD minidisk, MDC</th><td>10.9, model 11.8 (+8.5 %)</td><td>0.783, model 0.691 (−11.7 %)</td><td>1.09, model 1.08 (−0.9 %)</td><td>0.706, model 0.595 (−15.8 %)</td></tr>
            <tr><th>D210: Diagnose, 1K</th><td>0.380, model 0.386 (+1.6 %)</td><td>1.35, model 1.29 (−4.6 %)</td><td>2.37, model 2.45 (+3.3 %)</td><td>1.09, model 1.00 (−8.3 %)</td></tr>
            <tr><th>D211: Diagnose, 1K, MDC</th><td>9.49, model 9.04 (−4.7 %)</td><td>0.929, model 0.904 (−2.7 %)</td><td>2.29, model 2.15 (−6.1 %)</td><td>0.588, model 0.595 (+1.1 %)</td></tr>
            <tr><th>D220: Diagnose, 2K</th><td>0.656, model 0.655 (−0.1 %)</td><td>1.10, model 1.07 (−2.9 %)</td><td>1.29, model 1.34 (+4.2 %)</td><td>1.05, model 1.00 (−4.8 %)</td></tr>
            <tr><th>D221: Diagnose, 2K, MDC</th><td>10.2, model 9.0 (−11.3 %)</td><td>0.929, model 0.904 (−2.7 %)</td><td>2.25, model 2.15 (−4.4 %)</td><td>0.598, model 0.595 (−0.6 %)</td></tr>
            <tr><th>D240: Diagnose, 4K</th><td>0.975, model 1.005 (+3.1 %)</td><td>0.973, model 0.959 (−1.5 %)</td><td>0.785, model 0.793 (+1.0 %)</td><td>1.02, model 1.00 (−2.0 %)</td></tr>
            <tr><th>D241: Diagnose, 4K, MDC</th><td>11.0, model 11.8 (+7.5 %)</td><td>0.642, model 0.691 (+7.6 %)</td><td>0.918, model 1.080 (+17.6 %)</td><td>0.573, model 0.595 (+3.8 %)</td></tr>
            <tr><th>FDED: emulated FBA, dedicated</th><td>0.947, model 0.955 (+0.9 %)</td><td>2.35, model 2.29 (−2.5 %)</td><td>6.78, model 6.72 (−0.9 %)</td><td>1.25, model 1.19 (−4.6 %)</td></tr>
            <tr><th>FMD0: emulated FBA minidisk</th><td>0.948, model 0.955 (+0.8 %)</td><td>2.35, model 2.29 (−2.5 %)</td><td>6.78, model 6.72 (−0.9 %)</td><td>1.24, model 1.19 (−3.8 %)</td></tr>
            <tr><th>FMD1: emulated FBA minidisk, MDC</th><td>9.07, model 9.04 (−0.3 %)</td><td>0.901, model 0.904 (+0.3 %)</td><td>2.20, model 2.15 (−2.3 %)</td><td>0.576, model 0.595 (+3.2 %)</td></tr>
            <tr><th>LNS0: FCP subchannel</th><td>1.64, model 1.63 (−0.5 %)</td><td>0.951, model 0.922 (−3.0 %)</td><td>0.609, model 0.608 (−0.2 %)</td><td>1.04, model 1.00 (−3.8 %)</td></tr>
          </tbody>
        </table>
      </pathlength-lab>
      <pathlength-lab lab="disk-paths" view="question" question="q-decode">
        <p>What is D221? Enable JavaScript to answer.</p>
      </pathlength-lab>
      <pathlength-lab lab="disk-paths" view="model" model="minidisk-cache">
        <p>
          The published reread from the minidisk cache (EMD1) is 10.9 times as fast as that of EDED. Running the cache
          needs JavaScript.
        </p>
      </pathlength-lab>
      <p>
        <Link to="/directories">Another page</Link> shows what makes a large directory slow.
      </p>
    </>
  );
}
