import { MongoJobRepository } from '@agendajs/mongo-backend';
import type { AgendaBackend } from 'agenda';
import type { SystemDb } from '../mongo/scope/handle.ts';
import { jobRows } from './collection.ts';
import { databaseOf } from '../mongo/connection/database.ts';

/** Agenda's backend. Agenda polls each definition once a second, but only a due job is worth a command. */
export interface JobBackend extends AgendaBackend {
  /** Lets Agenda search for due jobs, until it finds none. */
  allowSearch(definitions: readonly string[]): void;
}

class GatedJobs extends MongoJobRepository {
  readonly searchable = new Set<string>();

  override async getNextJobToRun(
    ...[name, ...others]: Parameters<MongoJobRepository['getNextJobToRun']>
  ): ReturnType<MongoJobRepository['getNextJobToRun']> {
    if (!this.searchable.has(name)) return undefined;
    const job = await super.getNextJobToRun(name, ...others);
    if (job === undefined) this.searchable.delete(name);
    return job;
  }
}

/**
 * Stores Agenda's jobs. The library's own backend also creates a collection for a log at each start, which Galley doesn't
 * use (https://github.com/agenda/agenda/pull/1660). No caller can catch its error, so a database that doesn't respond
 * for a moment would end the process.
 */
export function jobBackend(system: SystemDb): JobBackend {
  const repository = new GatedJobs({
    mongo: databaseOf(system),
    db: { collection: jobRows.name },
    ensureIndex: false,
  });
  return {
    name: 'MongoDB',
    repository,
    ownsConnection: false,
    connect: () => repository.connect(),
    disconnect: () => Promise.resolve(),
    allowSearch: (definitions) => definitions.forEach((name) => repository.searchable.add(name)),
  };
}
