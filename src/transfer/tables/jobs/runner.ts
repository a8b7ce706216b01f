import { type Grant, grantOf, may } from '../../../contract/access.ts';
import { ApiError } from '../../../contract/errors/api-error.ts';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import { findMember, type MemberRecord } from '../../../accounts/index.ts';
import { type JobParts, onBehalfOf, type ProjectContext } from '../../../core/context/index.ts';
import { accessError } from '../../../core/http/index.ts';
import { TimeSlices } from '../../../core/jobs/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { rowOfCells } from '../row.ts';
import { storeRows } from '../store/store-rows.ts';
import {
  advanceImport,
  leasedImports,
  findRows,
  finishImport,
  indexOfRow,
  releaseImport,
} from './repository.ts';
import type { ImportRecord } from './schema.ts';
import { targetOf } from './service.ts';

/** Maximum rows of one transaction. */
const batchRows = 100;
/** Maximum attempts to store rows that fail with an unexpected error, and the delay between attempts. */
const maxTries = 5;
const retryMs = 2_000;

/** Errors that end an import, with the reason that the dashboard shows. */
const endingReasons: Partial<Record<ErrorCode, string>> = {
  unknown_content_type: 'The content type was deleted.',
  not_a_collection: 'The content type has only one entry now.',
  unknown_release: 'The release was deleted.',
  release_not_ready: 'The release is still being copied.',
};

/** Another runner claimed the import, or a member stopped it. The transaction with the current rows is rolled back. */
class ImportLeaseLost extends Error {}

type Parts = Pick<
  JobParts,
  'system' | 'clock' | 'log' | 'openProject' | 'openRelease' | 'stopping' | 'bulkConcurrency'
>;

/**
 * Runs imports of tables: one per project, a limited number of projects at once, in time slices. Rows and the position of
 * the import are stored in one transaction, so a killed process stores no row twice.
 */
export class ImportRunner {
  readonly #parts: Parts;
  readonly #slices: TimeSlices<ImportRecord>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#slices = new TimeSlices(parts, {
      name: 'imports.run',
      rows: leasedImports,
      work: (db, record, isOver) => this.#runTimeSlice(db, record, isOver),
    });
  }

  /** Starts due imports in the background, up to the concurrency limit. */
  startDueImports(): Promise<void> {
    return this.#slices.start();
  }

  /** Runs an import until it or its time slice ends. */
  async #runTimeSlice(db: ProjectDb, record: ImportRecord, isOver: () => boolean): Promise<void> {
    try {
      const member = await findMember(db, record.created_by.id);
      const endReason = findEndReason(record, member);
      if (member === null || endReason !== null) return await this.#finish(db, record, endReason);
      const grant = grantOf(member.role, member.grant);
      let { position } = record;
      while (position < record.rows_total) {
        if (isOver()) return await this.#release(db, record);
        position = await this.#storeNextRows(db, { record, grant, position });
      }
      await this.#finish(db, record, null);
    } catch (error) {
      if (error instanceof ImportLeaseLost) return;
      await this.#release(db, record, error);
    }
  }

  /** Stores the next rows. @returns the position after them. @throws ImportLeaseLost */
  async #storeNextRows(
    db: ProjectDb,
    { record, grant, position }: { record: ImportRecord; grant: Grant | null; position: number },
  ): Promise<number> {
    const { openProject, openRelease } = this.#parts;
    const records = await findRows(db, record._id, { from: position, limit: batchRows });
    const rows = records.map(({ index, cells }) => rowOfCells(record.columns, { row: index + 2, cells }));
    const [first] = rows;
    if (first === undefined || indexOfRow(first.row) !== position)
      throw new Error(`row ${position} is missing`);
    await storeRows(rows, {
      target: targetOf(record),
      newContext: async () =>
        openRelease(memberContext(await openProject(db.projectId), record, grant), record.release),
      storeProgress: async (tx, outcomes) => {
        if ((await advanceImport(tx, record, this.#slices.lease(), outcomes)) === null)
          throw new ImportLeaseLost();
      },
    });
    return position + rows.length;
  }

  async #finish(db: ProjectDb, record: ImportRecord, reason: string | null): Promise<void> {
    await finishImport(db, record, { holder: this.#slices.holder, now: this.#now(), reason });
  }

  async #release(db: ProjectDb, record: ImportRecord, error: unknown = null): Promise<void> {
    const now = this.#now();
    const isFailure = error !== null;
    if (isFailure) {
      const reason = error instanceof ApiError ? endingReasons[error.code] : undefined;
      if (reason !== undefined) return this.#finish(db, record, reason);
      this.#parts.log.warn(
        { import: record._id, fault: error instanceof Error ? error.message : 'unknown' },
        'rows of an import failed; they are tried again',
      );
      if (record.tries + 1 >= maxTries)
        return this.#finish(db, record, 'The service could not store the next rows. The log has the reason.');
    }
    const turnAt = isFailure ? new Date(now.getTime() + retryMs) : now;
    await releaseImport(db, record, { holder: this.#slices.holder, now, turnAt, isFailure });
  }

  #now(): Date {
    return this.#parts.clock.now();
  }
}

/** Why an import must end early: the person who started it left or lost the permission. Checked in each time slice. */
function findEndReason(
  { created_by: { name }, publish, type }: ImportRecord,
  member: MemberRecord | null,
): string | null {
  if (member === null) return `${name} is no longer a member of this project.`;
  const grant = grantOf(member.role, member.grant);
  if (!may(grant, publish ? 'publish' : 'draft'))
    return `${name} may no longer ${publish ? 'publish' : 'edit'} in this project.`;
  const isInArea = grant?.areas?.includes('content') !== false && grant?.types?.includes(type) !== false;
  return isInArea ? null : `${name} may no longer edit this content type.`;
}

/** The context of the member who started the import, so that versions and events name that person. */
function memberContext(context: ProjectContext, record: ImportRecord, grant: Grant | null): ProjectContext {
  const { id, name } = record.created_by;
  const caller = {
    kind: 'user',
    keyId: id,
    purpose: 'secret',
    name,
    expiresAt: null,
    address: '',
    grant,
  } as const;
  const member = onBehalfOf(context, caller, record._id);
  if (may(grant, 'publish')) return member;
  return {
    ...member,
    rejectPublish: () => accessError(caller, { missing: 'publish', permission: 'publish' }),
  };
}
