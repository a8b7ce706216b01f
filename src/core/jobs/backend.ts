import { MongoJobRepository } from '@agendajs/mongo-backend';
import type { AgendaBackend } from 'agenda';
import type { SystemDb } from '../mongo/scope/handle.ts';
import { jobRows } from './collection.ts';
import { databaseOf } from '../mongo/connection/database.ts';

/**
 * Stores Agenda's jobs. The library's own backend also creates a collection for a log at each start, which Galley doesn't
 * use (https://github.com/agenda/agenda/pull/1660). No caller can catch its error, so a database that doesn't respond
 * for a moment would end the process.
 */
export function jobBackend(system: SystemDb): AgendaBackend {
  const repository = new MongoJobRepository({
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
  };
}
