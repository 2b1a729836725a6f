import { format, parse } from './address';
import { plexes, workloads, type Plex, type Workload } from './zfs';

/** What the reader has chosen. It is kept in the address, so that a view can be sent to somebody. */
export class Choice {
  workload = $state<Workload>('ptestDL');
  plex = $state<Plex>('client');
  names = $state(50000);
  readdirSearch = $state(true);

  static readonly smallest = 10;
  static readonly largest = 1_000_000;

  /** Takes what an address says as far as it makes sense. */
  read(query: string): void {
    const { workload, plex, names, search } = parse(query);
    this.workload = workloads.find(({ id }) => id === workload)?.id ?? this.workload;
    this.plex = plexes.find(({ id }) => id === plex)?.id ?? this.plex;
    this.resize(Number(names));
    this.readdirSearch = search !== 'off';
  }

  /** Sets the number of names to the nearest whole one within bounds; what is no number changes nothing. */
  resize(names: number): void {
    if (Number.isFinite(names) && names > 0)
      this.names = Math.round(Math.min(Choice.largest, Math.max(Choice.smallest, names)));
  }

  get query(): string {
    const { workload, plex, names } = this;
    return format({ workload, plex, names: String(names), ...(!this.readdirSearch && { search: 'off' }) });
  }
}

/** Takes the choice from the address, and from then on keeps the address up to date. */
export function keepInAddress(choice: Choice): void {
  choice.read(location.search);
  let written = choice.query;
  $effect.root(() => {
    $effect(() => {
      const { query } = choice;
      if (query === written) return;
      written = query;
      history.replaceState(history.state, '', query + location.hash);
    });
  });
}
