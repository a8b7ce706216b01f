import type { AuditEntry } from '../../contract/events/audit-actions.ts';

const brand = Symbol('made by a transaction');

/** How a transaction ended: it stored a change, it stored rows that belong to an earlier change, or it stored nothing. */
export type Ending = 'stored' | 'continued' | 'unchanged';

/** The return type of work inside a transaction. Only `endings` creates one, so work can't forget to report its ending. */
export interface WriteResult<T> {
  readonly [brand]: true;
  readonly ending: Ending;
  /** Rows for the audit log. */
  readonly audit: readonly AuditEntry[];
  readonly result: T;
}

/** Ends the work without an audit row. */
export interface End {
  (): WriteResult<void>;
  <T>(result: T): WriteResult<T>;
}

/** Ends work that stored a change, with its audit entries. */
export interface Stored {
  (audit: AuditEntry | readonly AuditEntry[]): WriteResult<void>;
  <T>(audit: AuditEntry | readonly AuditEntry[], result: T): WriteResult<T>;
}

/** The three ways for work to end; only `projects/write/transaction.ts` uses them. */
export const endings: { stored: Stored; continued: End; unchanged: End } = {
  stored: <T>(audit: AuditEntry | readonly AuditEntry[], result?: T) => {
    const entries = isList(audit) ? audit : [audit];
    if (entries.length === 0) throw new Error('a change was stored that the audit log would not tell of');
    return writeResult('stored', entries, result);
  },
  continued: <T>(result?: T) => writeResult('continued', [], result),
  unchanged: <T>(result?: T) => writeResult('unchanged', [], result),
};

function writeResult<T>(
  ending: Ending,
  audit: readonly AuditEntry[],
  result: T | undefined,
): WriteResult<T | undefined> {
  return { [brand]: true, ending, audit, result };
}

function isList(audit: AuditEntry | readonly AuditEntry[]): audit is readonly AuditEntry[] {
  return Array.isArray(audit);
}
