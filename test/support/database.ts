/** The driver's own database and client of a service, for tests that look at stored rows or commands, or plant some. */
export { clientOf, databaseOf } from '../../src/core/mongo/connection/database.ts';
