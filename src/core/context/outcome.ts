import type { AuditEntry } from '../../contract/events/audit-actions.ts';

const made = Symbol('made by a transaction');

/** How a transaction ended: something was stored, something was that belongs to an earlier change, or nothing was. */
export type Ending = 'stored' | 'continued' | 'unchanged';

/** What work inside a transaction answers. Only the transaction can make one, so that no work can leave it out. */
export interface WriteResult<T> {
  readonly [made]: true;
  readonly ending: Ending;
  /** What the audit log records of it. */
  readonly audit: readonly AuditEntry[];
  readonly result: T;
}

/** Ends the work without a row of the audit log, with its result. */
export interface End {
  (): WriteResult<void>;
  <T>(result: T): WriteResult<T>;
}

/** Ends the work with what it stored, in the words of the audit log, and its result. */
export interface Stored {
  (audit: AuditEntry | readonly AuditEntry[]): WriteResult<void>;
  <T>(audit: AuditEntry | readonly AuditEntry[], result: T): WriteResult<T>;
}

/** The three ways for work to end; for `projects/write/transaction.ts` alone. */
export const endings: { stored: Stored; continued: End; unchanged: End } = {
  stored: <T>(audit: AuditEntry | readonly AuditEntry[], result?: T) => {
    const entries = isList(audit) ? audit : [audit];
    if (entries.length === 0) throw new Error('a change was stored that the audit log would not tell of');
    return ended('stored', entries, result);
  },
  continued: <T>(result?: T) => ended('continued', [], result),
  unchanged: <T>(result?: T) => ended('unchanged', [], result),
};

function ended<T>(
  ending: Ending,
  audit: readonly AuditEntry[],
  result: T | undefined,
): WriteResult<T | undefined> {
  return { [made]: true, ending, audit, result };
}

function isList(audit: AuditEntry | readonly AuditEntry[]): audit is readonly AuditEntry[] {
  return Array.isArray(audit);
}
