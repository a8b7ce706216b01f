import { readSeeds } from '../../../src/seeds/files/files.ts';
import { isModuleKind } from '../../../src/seeds/files/names.ts';
import type { Seed } from '../../../src/seeds/seed.ts';
import { withDates } from '../../../src/seeds/seed-dates.ts';

/** When the demo is loaded. */
export const now = new Date('2026-11-21T12:00:00Z');
export const dayMs = 86_400_000;

interface FieldFile {
  key: string;
  type: string;
  options?: Record<string, unknown>;
}
export interface Article {
  body?: { markdown: string };
  publish?: boolean;
  published_at?: string;
  last_reviewed?: string;
  review_interval_days?: number;
  archived?: boolean;
  section?: string;
  collection?: string;
  position?: number;
}

/** Every seed of the demo. */
export const seeds: readonly Seed[] = await readSeeds();

export function ofKind(kind: string): readonly Seed[] {
  return seeds.filter((seed) => seed.kind === kind);
}

export function entries(): readonly Seed[] {
  const others = ['image', 'type', 'custom/blocks', 'translation'];
  return seeds.filter(({ kind }) => !others.includes(kind) && !isModuleKind(kind));
}

export function fieldsOf(type: string): readonly FieldFile[] {
  const found = seeds.find(({ name }) => name === `type/${type}`);
  return (found?.body['fields'] ?? []) as FieldFile[];
}

/** Every value of an entry that is not empty, with its field. */
export function valuesOf({ kind, body }: Seed): [FieldFile, unknown][] {
  const values = body['values'] as Record<string, unknown>;
  return fieldsOf(kind).flatMap((field): [FieldFile, unknown][] => {
    const value = values[field.key];
    return value === undefined || value === null ? [] : [[field, value]];
  });
}

/** The time that a date of a seed means at `now`. */
export function timeOf(date: string | undefined): number | null {
  if (date === undefined) return null;
  return new Date(String(withDates({ date }, now)['date'])).getTime();
}
