import { cellScenario, rowTitle } from '../../../lab/cells';
import type { Lab, Scenario } from '../../../lab/types';

/** A server that can be watched. */
export interface Case {
  id: string;
  title: string;
  settings: Record<string, number>;
}

/** The name of the case that is as the reader has set the lab. */
export const own = 'own';

/** Settings that are numbers. Which engine answers does not matter here. */
export const numbersOf = (scenario: Scenario): Record<string, number> =>
  Object.fromEntries(
    Object.entries(scenario).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );

/** The published servers: the rows of the lab's tables that a simulation answers. */
export const casesOf = (lab: Lab): Case[] =>
  lab.tables
    .filter(({ scenario }) => scenario['engine'] === 'simulation')
    .flatMap((table) =>
      table.rows.flatMap((key, row): Case | [] => {
        const [field] = table.fields;
        const settings = field && numbersOf(cellScenario(table, row, field));
        return settings ? { id: `${table.id}/${key}`, title: rowTitle(table, key), settings } : [];
      }),
    );
