/** The driver's own database of a service, for tests that look at stored rows or plant some. */
export { databaseOf } from '../../src/platform/mongo/database.ts';
