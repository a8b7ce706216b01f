import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { MongoClient } from 'mongodb';
import { temporaryFolder } from '../../dev/embedded/mongod/data-folder.ts';
import { host, launchInstance } from '../../dev/embedded/mongod/instance.ts';
import { fixedPort } from './fixed-port.ts';
import { becomePrimary, replicaSetName } from '../../dev/embedded/mongod/replica-set.ts';
import { findMongod } from '../../dev/embedded/mongod/search.ts';
import { cleanup } from './cleanup.ts';

/** A real MongoDB of one member that asks for a user and a password. */
export interface GuardedMongod {
  /** Its administrator, who may do everything. */
  admin: MongoClient;
  /** The address for somebody else, known to the database `authSource`. */
  uriFor(user: { name: string; password: string; authSource: string }): string;
}

/** Starts one for a test file. */
export async function startGuardedMongod(): Promise<GuardedMongod> {
  const folder = await temporaryFolder();
  const keyFile = `${folder.path}.key`;
  await writeFile(keyFile, randomBytes(96).toString('base64'), { mode: 0o600 });
  const port = await fixedPort();
  const instance = await launchInstance(await findMongod({ say: console.log }), folder.path, port, {
    keyFile,
  });
  cleanup(async () => {
    await instance.stop();
    await folder.release();
    await rm(keyFile);
  });
  const place = `${host}:${port}`;
  // While there is no user MongoDB lets its own machine make the first one.
  const first = await MongoClient.connect(`mongodb://${place}/?directConnection=true`);
  await becomePrimary(first.db('admin'), place);
  const boss = { user: 'boss', pwd: 'of the database', roles: ['root'] };
  await first.db('admin').command({ createUser: boss.user, pwd: boss.pwd, roles: boss.roles });
  await first.close();
  const uriFor: GuardedMongod['uriFor'] = ({ name, password, authSource }) =>
    `mongodb://${name}:${encodeURIComponent(password)}@${place}/?replicaSet=${replicaSetName}&authSource=${authSource}`;
  const admin = await MongoClient.connect(
    uriFor({ name: boss.user, password: boss.pwd, authSource: 'admin' }),
  );
  cleanup(() => admin.close());
  return { admin, uriFor };
}
