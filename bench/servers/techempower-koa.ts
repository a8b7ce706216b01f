import { randomInt } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { MongoClient } from 'mongodb';

/** The database and project of the rows. */
export interface HandlerOrder {
  uri: string;
  database: string;
  projectId: string;
  releaseId: string;
  ids: readonly string[];
  rowsPerRequest: number;
}

// The requests of bench/techempower.ts, written by hand with Koa and the driver: no keys, limits, checks or releases.
// Receives the order, then listens and sends its port.
process.on('message', (order: HandlerOrder) => void serve(order));

async function serve({
  uri,
  database,
  projectId,
  releaseId,
  ids,
  rowsPerRequest,
}: HandlerOrder): Promise<void> {
  const client = await MongoClient.connect(uri, { maxPoolSize: 40 });
  const entries = client.db(database).collection('entries');
  const owner = { project_id: projectId, release_id: releaseId };
  const rowsOf = async (rowIds: readonly string[]): Promise<object[]> => {
    const rows = await entries.find({ ...owner, id: { $in: [...rowIds] } }).toArray();
    return rows.map(({ id, live }) => ({ id: String(id), values: live as object }));
  };
  const randomIds = (count: number) => Array.from({ length: count }, () => ids[randomInt(ids.length)] ?? '');
  const rowById = new Map((await rowsOf(ids)).map((row) => [(row as { id: string }).id, row]));
  const bodies: Record<string, () => unknown> = {
    '/json': () => ({ message: 'Hello, World!' }),
    '/single': async () => (await rowsOf(randomIds(1)))[0],
    '/multiple': () => rowsOf(randomIds(rowsPerRequest)),
    '/cached': () => randomIds(rowsPerRequest).map((id) => rowById.get(id)),
  };
  const app = new Koa();
  app.use(async (ctx) => {
    ctx.body = await bodies[ctx.path]?.();
  });
  const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
