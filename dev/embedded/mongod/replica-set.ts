import { setTimeout as wait } from 'node:timers/promises';

import { type Db, type Document, MongoServerError } from 'mongodb';

export const replicaSetName = 'rs0';

const alreadyInitialized = 23;
const primaryLimitMs = 60_000;
const pollMs = 50;

/**
 * Makes the server the primary of a replica set with one member at `host` ("127.0.0.1:27017"), also if its data folder
 * was last used with another host.
 * @param admin - the `admin` database over a direct connection
 * @param isThrowaway - majority writes of a new set are acknowledged before they are in the journal
 */
export async function becomePrimary(admin: Db, host: string, isThrowaway = false): Promise<void> {
  const members = [{ _id: 0, host }];
  const relaxed = isThrowaway ? { writeConcernMajorityJournalDefault: false } : {};
  try {
    await admin.command({ replSetInitiate: { _id: replicaSetName, members, ...relaxed } });
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== alreadyInitialized) throw error;
    await moveMember(admin, host);
  }
  for (let waitedMs = 0; waitedMs < primaryLimitMs; waitedMs += pollMs) {
    const hello = await admin.command({ hello: 1 });
    if (hello['isWritablePrimary'] === true) return;
    await wait(pollMs);
  }
  throw new Error(`MongoDB at ${host} did not become primary within ${primaryLimitMs / 1000} s`);
}

async function moveMember(admin: Db, host: string): Promise<void> {
  const { config } = (await admin.command({ replSetGetConfig: 1 })) as { config: StoredConfig };
  const [member] = config.members;
  if (member?.host === host) return;
  const moved = { ...config, version: config.version + 1, members: [{ ...member, host }] };
  await admin.command({ replSetReconfig: moved, force: true });
}

interface StoredConfig extends Document {
  version: number;
  members: { host: string }[];
}
