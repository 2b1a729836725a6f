// The network in operation: the simulated requests in the drawing.
import { byStation } from '../engine/live/network/by-station';
import { NetworkSession } from '../views/network/session.svelte';
import { declare, scenarioOf, visitedStations } from './declare';
import type { Drawing } from './drawing.svelte';
import { problemOf, type Net } from './net';
import type { Lab, Scenario } from '../lab/types';

export class Motion {
  readonly session: NetworkSession;
  /** The network of the running simulation. */
  net = $state.raw<Net>();

  constructor(drawing: Drawing) {
    // The session reads the lab and the settings whenever it starts over.
    this.session = new NetworkSession({
      get lab(): Lab {
        return declare(drawing.net) as Lab;
      },
      get settings(): Scenario {
        return scenarioOf(drawing.net);
      },
    });
  }

  /** Starts over with a network, if it can be solved. */
  async begin(net: Net, spans: number): Promise<void> {
    this.session.pause();
    if (problemOf(net) !== undefined) {
      this.net = undefined;
      return;
    }
    await this.session.begin(spans);
    this.net = net;
  }

  /** Returns the current number of requests of each class at a station; undefined if no simulation runs. */
  presentAt(id: string): number[] | undefined {
    const { net } = this;
    const { moment } = this.session;
    if (!net || !moment) return undefined;
    const stations = visitedStations(net);
    const at = stations.findIndex((station) => station.id === id);
    return at < 0 ? undefined : byStation(moment.present, stations.length)[at];
  }

  /** The number of requests of closed classes in their think time. */
  get thinking(): number | undefined {
    const { moment } = this.session;
    return this.net && moment ? moment.thinking.reduce((sum, number) => sum + number, 0) : undefined;
  }
}
