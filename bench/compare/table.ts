import { median } from '../results.ts';
import type { Turn } from './figures.ts';

/** The turns of one figure: the base, a second run of the base, and this checkout. */
export type Turns = Record<'base' | 'again' | 'own', Turn[]>;

/**
 * Prints one row per figure: medians of both builds, the difference between both runs of the base (`spread`), and the
 * difference between this checkout and the base (`change`). Negative is worse for requests per second, better for ms.
 */
export function printTable(seen: Readonly<Record<string, Turns>>): void {
  const tables = {
    'requests a second': 'perSecond',
    'ms of processor': 'serviceMs',
    'ms of the database': 'databaseMs',
  } as const;
  for (const [title, key] of Object.entries(tables)) {
    console.log(title);
    console.table(
      Object.fromEntries(Object.entries(seen).map(([figure, turns]) => [figure, rowOf(turns, key)])),
    );
  }
}

function rowOf({ base, again, own }: Turns, key: keyof Turn) {
  const middle = (turns: readonly Turn[]) => median(turns.map((turn) => turn[key]));
  const both = middle([...base, ...again]);
  return {
    base: rounded(both),
    here: rounded(middle(own)),
    'spread, %': percent(middle(again), middle(base)),
    'change, %': percent(middle(own), both),
  };
}

const rounded = (value: number) => Number(value.toPrecision(3));
const percent = (value: number, of: number) => Math.round((value / of - 1) * 1_000) / 10;
