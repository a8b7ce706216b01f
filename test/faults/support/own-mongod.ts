import { once } from 'node:events';
import { MongoClient } from 'mongodb';
import { temporaryFolder } from '../../../dev/embedded/mongod/data-folder.ts';
import { host, type LaunchOptions, launchInstance } from '../../../dev/embedded/mongod/instance.ts';
import { fixedPort } from '../../support/fixed-port.ts';
import { becomePrimary, replicaSetName } from '../../../dev/embedded/mongod/replica-set.ts';
import { findMongod } from '../../../dev/embedded/mongod/search.ts';
import { cleanup } from '../../support/cleanup.ts';

/** A real MongoDB that a test file has for itself and may kill. */
export interface OwnMongod {
  uri: string;
  /** Ends it at once (SIGKILL), as a machine that goes dark would; answers when it is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port; answers when it takes writes. */
  restart(): Promise<void>;
}

/** Starts one; it ends with the test file. What is acknowledged is in its journal, as in production. */
export async function startOwnMongod(options: LaunchOptions = {}): Promise<OwnMongod> {
  const mongod = await findMongod({ say: console.log });
  const folder = await temporaryFolder();
  const port = await fixedPort();
  const launch = async () => {
    const launched = await launchInstance(mongod, folder.path, port, options);
    const client = new MongoClient(`mongodb://${host}:${port}/?directConnection=true`);
    try {
      await becomePrimary(client.db('admin'), `${host}:${port}`);
    } finally {
      await client.close();
    }
    return launched;
  };
  let instance = await launch();
  cleanup(async () => {
    await instance.stop();
    await folder.release();
  });
  return {
    uri: `mongodb://${host}:${port}/?replicaSet=${replicaSetName}`,
    async kill() {
      const { mongodProcess } = instance;
      if (mongodProcess === undefined) throw new Error('MongoDB does not run');
      const gone = once(mongodProcess, 'exit');
      mongodProcess.kill('SIGKILL');
      await gone;
      await instance.stop(); // its guard
    },
    async restart() {
      instance = await launch();
    },
  };
}
