import { MongoClient } from 'mongodb';
import { vi } from 'vitest';
import { temporaryFolder } from '../../../dev/embedded/mongod/data-folder.ts';
import { host, launchInstance } from '../../../dev/embedded/mongod/instance.ts';
import { fixedPort } from '../../support/fixed-port.ts';
import { replicaSetName } from '../../../dev/embedded/mongod/replica-set.ts';
import { findMongod } from '../../../dev/embedded/mongod/search.ts';
import { cleanup } from '../../support/cleanup.ts';

/** A replica set of three whose primary a test may depose or kill. */
export interface ReplicaSet {
  uri: string;
  /** Orders the primary to become a secondary; answers when another one is elected. */
  stepDown(): Promise<void>;
  /** Kills the primary (SIGKILL); answers when another one is elected. */
  killPrimary(): Promise<void>;
}

interface Member {
  port: number;
  kill: () => void;
}

const electionMs = 60_000;

/** Starts three real servers; they end with the test file. */
export async function startReplicaSet(): Promise<ReplicaSet> {
  const mongod = await findMongod({ say: console.log });
  const members: Member[] = [];
  for (let i = 0; i < 3; i += 1) {
    const folder = await temporaryFolder();
    const port = await fixedPort();
    const instance = await launchInstance(mongod, folder.path, port);
    members.push({ port, kill: () => void instance.mongodProcess?.kill('SIGKILL') });
    cleanup(async () => {
      await instance.stop();
      await folder.release();
    });
  }
  const [first] = members;
  const hosts = members.map(({ port }, _id) => ({ _id, host: `${host}:${port}` }));
  const settings = { electionTimeoutMillis: 3_000 };
  await ask(first?.port ?? 0, { replSetInitiate: { _id: replicaSetName, members: hosts, settings } });
  await primaryOf(members);
  return {
    uri: `mongodb://${hosts.map((each) => each.host).join(',')}/?replicaSet=${replicaSetName}`,
    async stepDown() {
      const primary = await primaryOf(members);
      await ask(primary.port, { replSetStepDown: 20, secondaryCatchUpPeriodSecs: 10 });
      await primaryOf(members.filter((each) => each !== primary));
    },
    async killPrimary() {
      const primary = await primaryOf(members);
      primary.kill();
      await primaryOf(members.filter((each) => each !== primary));
    },
  };
}

/** Waits until one of these is the primary. */
function primaryOf(members: readonly Member[]): Promise<Member> {
  return vi.waitFor(
    async () => {
      for (const member of members) {
        const hello = await ask(member.port, { hello: 1 }).catch(() => null);
        if (hello?.['isWritablePrimary'] === true) return member;
      }
      throw new Error('no member is primary');
    },
    { timeout: electionMs, interval: 200 },
  );
}

async function ask(port: number, command: Record<string, unknown>): Promise<Record<string, unknown>> {
  const client = new MongoClient(`mongodb://${host}:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 5_000,
  });
  try {
    return await client.db('admin').command(command);
  } finally {
    await client.close();
  }
}
