import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import Koa from 'koa';
import { MongoClient, ObjectId } from 'mongodb';
import { hashOfToken } from '../../src/core/util/token-hash.ts';

/** The database of the keys and documents. */
export interface WriterOrder {
  uri: string;
  database: string;
}

// The least that a create can do: a Koa handler that finds the key and stores the body as one document with a majority
// write, without a transaction, checks, versions, events or indexes. Receives the order, then listens and sends its
// port.
process.on('message', (order: WriterOrder) => void serve(order));

async function serve({ uri, database }: WriterOrder): Promise<void> {
  const client = await MongoClient.connect(uri, { maxPoolSize: 40 });
  const db = client.db(database);
  const keys = db.collection<{ _id: string; project_id: string }>('api_keys');
  const documents = db.collection('bench_documents', { writeConcern: { w: 'majority' } });
  const app = new Koa();
  app.use(async (ctx) => {
    const token = ctx.get('Authorization').replace('Bearer ', '');
    const key = await keys.findOne({ _id: hashOfToken(token) });
    if (key === null) return ctx.throw(401);
    const document = { _id: new ObjectId(), project_id: key.project_id, values: await json(ctx.req) };
    await documents.insertOne(document);
    ctx.status = 201;
    ctx.body = document;
  });
  const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
