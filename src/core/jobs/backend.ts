import { MongoJobRepository } from '@agendajs/mongo-backend';
import type { AgendaBackend } from 'agenda';
import type { SystemDb } from '../mongo/scope/handle.ts';
import { jobRows } from './collection.ts';
import { databaseOf } from '../mongo/connection/database.ts';

/**
 * Where Agenda keeps its jobs. Its own backend also makes a collection for a log that is not kept here, at every start
 * and before anybody can catch what goes wrong: a database that is away for a moment would end the process.
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
