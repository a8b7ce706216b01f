import { median } from '../results.ts';
import type { Turn } from './figures.ts';

/** The turns of one figure: two runs of the base and two of this checkout. */
export type Turns = Record<'base' | 'own' | 'own_again' | 'base_again', Turn[]>;

/**
 * Prints one row per figure: means of the medians of both runs of each build, the larger difference between two runs of
 * one build (`spread`), and the difference between this checkout and the base (`change`). Negative is worse for
 * requests per second, better for ms.
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

function rowOf(turns: Turns, key: keyof Turn) {
  const middle = (run: keyof Turns) => median(turns[run].map((turn) => turn[key]));
  const base = [middle('base'), middle('base_again')] as const;
  const own = [middle('own'), middle('own_again')] as const;
  return {
    base: rounded(mean(base)),
    here: rounded(mean(own)),
    'spread, %': Math.max(...[base, own].map(([first, second]) => Math.abs(percent(second, first)))),
    'change, %': percent(mean(own), mean(base)),
  };
}

const mean = ([first, second]: readonly [number, number]) => (first + second) / 2;
const rounded = (value: number) => Number(value.toPrecision(3));
const percent = (value: number, of: number) => Math.round((value / of - 1) * 1_000) / 10;
