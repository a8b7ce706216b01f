import fc from 'fast-check';
import { type Command, locales, type Model, ownKeys } from './model.ts';

export const start = Date.parse('2026-01-01T00:00:00Z');
export const timeOf = (minute: number) => new Date(start + minute * 60_000);
const value = fc.constantFrom('x', 'y', null);
const dictionary = (...keys: string[]) =>
  fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 2, noNullPrototype: true });

/** Writes, each after some minutes. */
export const command: fc.Arbitrary<Command & { wait: number }> = fc.record({
  kind: fc.constantFrom('edit', 'draft', 'publish', 'publish', 'hide', 'schedule'),
  locales: fc.uniqueArray(fc.constantFrom(...locales), { minLength: 1, maxLength: 2 }),
  own: dictionary(...ownKeys),
  shared: dictionary('price', 'sku'),
  at: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 20 })),
  end: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 20 })),
  publishesShared: fc.boolean(),
  wait: fc.integer({ min: 1, max: 12 }),
});

/** Whether the dates of a command are valid; requests with other dates are rejected before the rules apply. */
export function isValid({ kind, locales: addressed }: Command, model: Model): boolean {
  const ends = addressed.map((id) => model.byId.get(id));
  if (kind === 'schedule')
    return addressed.every((id) => model.isLive(id) && model.byId.get(id)?.plan?.until == null);
  return kind !== 'publish' || ends.every((locale) => locale?.end == null);
}

/** The states of the addressed locales that a command requests. */
export function stateChanges({ kind, locales: addressed, at, end }: Command, model: Model) {
  const date = at === null ? undefined : timeOf(model.minute + at);
  return addressed.map((id) => {
    const startMinute = at === null ? (model.byId.get(id)?.date ?? model.minute) : model.minute + at;
    const until = end === null ? undefined : timeOf(Math.max(startMinute, model.minute) + end);
    const publication = { publish: true, publishedAt: date, unpublishAt: until };
    const scheduling = { publish: undefined, publishAt: date ?? timeOf(model.minute + 1) };
    const state = kind === 'publish' ? publication : kind === 'schedule' ? scheduling : {};
    const publish = kind === 'hide' ? false : undefined;
    return [id, { publish, draftOnly: kind === 'draft', ...state }] as const;
  });
}
