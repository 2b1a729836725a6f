import { cellScenario, rowTitle } from '../../../lab/cells';
import type { Lab, Scenario } from '../../../lab/types';

/** A server that can be simulated. */
export interface Case {
  id: string;
  title: string;
  settings: Record<string, number>;
}

/** The id of the case with the lab's current settings. */
export const LAB_CASE = 'own';

/** Returns the numeric settings. The selected engine is irrelevant here. */
export const numericSettings = (scenario: Scenario): Record<string, number> =>
  Object.fromEntries(
    Object.entries(scenario).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );

/** Returns the published servers: the rows of the lab's simulated tables. */
export const casesOf = (lab: Lab): Case[] =>
  lab.tables
    .filter(({ scenario }) => scenario['engine'] === 'simulation')
    .flatMap((table) =>
      table.rows.flatMap((key, row): Case | [] => {
        const [field] = table.fields;
        const settings = field && numericSettings(cellScenario(table, row, field));
        return settings ? { id: `${table.id}/${key}`, title: rowTitle(table, key), settings } : [];
      }),
    );
