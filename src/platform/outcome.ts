const made = Symbol('made by a transaction');

/** How a transaction ended: something was stored, something was that belongs to an earlier change, or nothing was. */
export type Ending = 'stored' | 'continued' | 'unchanged';

/** What work inside a transaction answers. Only the transaction can make one, so that no work can leave it out. */
export interface Outcome<T> {
  readonly [made]: true;
  readonly ending: Ending;
  readonly result: T;
}

/** Ends the work in one of the ways, with its result. */
export interface End {
  (): Outcome<void>;
  <T>(result: T): Outcome<T>;
}

/** The three ways for work to end; for `events/service.ts` alone. */
export const endings: Readonly<Record<Ending, End>> = {
  stored: ending('stored'),
  continued: ending('continued'),
  unchanged: ending('unchanged'),
};

function ending(kind: Ending): End {
  return <T>(result?: T): Outcome<T | undefined> => ({ [made]: true, ending: kind, result });
}
