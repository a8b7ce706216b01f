import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Koa from 'koa';
import { type Document, MongoClient } from 'mongodb';

/** The database and project of the entries. */
export interface NaiveOrder {
  uri: string;
  database: string;
  projectId: string;
  releaseId: string;
  type: string;
}

const pageSize = 20;

// A typical hand-written Koa handler that queries the database for each request with equal indexes, and without keys,
// rate limits, checks, releases or a cache. Receives the order, then listens and sends its port.
process.on('message', (order: NaiveOrder) => void serve(order));

async function serve({ uri, database, projectId, releaseId, type }: NaiveOrder): Promise<void> {
  const client = await MongoClient.connect(uri, { maxPoolSize: 40 });
  const entries = client.db(database).collection(`entries`);
  const own = client.db(database).collection('kites_by_hand');
  await own.createIndexes([
    { key: { project_id: 1, id: 1 }, unique: true },
    { key: { project_id: 1, type: 1, created_at: -1, id: -1 } },
  ]);
  const owner = { project_id: projectId, release_id: releaseId };
  const app = new Koa();
  app.use(async (ctx) => {
    const { id, before, tone } = ctx.query;
    const now = new Date();
    if (ctx.method === 'POST') {
      ctx.status = 201;
      ctx.body = await created(JSON.parse(await text(ctx.req)) as { values: Document }, now);
      return;
    }
    if (typeof id === 'string') {
      const found = await entries.findOne({ ...owner, id, live_at: { $lte: now } });
      const [entry] = await withAuthors(found === null ? [] : [found]);
      ctx.body = entry;
      return;
    }
    const from = typeof before === 'string' ? { created_at: { $lt: new Date(before) } } : {};
    const of = typeof tone === 'string' ? { facets: { $elemMatch: { k: 'tone', v: tone } } } : {};
    const page = await entries
      .find({ ...owner, type, ...of, live_at: { $lte: now }, ...from })
      .sort({ created_at: -1, id: -1 })
      .limit(pageSize + 1)
      .project({ draft: 0, facets: 0, sorts: 0 })
      .toArray();
    ctx.body = {
      data: await withAuthors(page.slice(0, pageSize)),
      meta: { limit: pageSize, has_more: page.length > pageSize },
    };
  });

  /** Inserts into a separate collection with the indexes that these lists need. */
  async function created({ values }: { values: Document }, now: Date): Promise<object> {
    const id = randomUUID();
    await own.insertOne({ ...owner, type, id, live: values, live_at: now, created_at: now });
    return { id, values, created_at: now };
  }

  async function withAuthors(found: readonly Document[]): Promise<object[]> {
    const ids = found.map(({ live }) => String((live as Document)['author']));
    const authors = await entries.find({ ...owner, id: { $in: ids } }).toArray();
    const byId = new Map(
      authors.map((author) => [String(author['id']), served(author, author['live'] as Document)]),
    );
    return found.map((entry, i) => {
      const live = entry['live'] as Document;
      return served(entry, { ...live, author: byId.get(ids[i] ?? '') ?? null });
    });
  }

  const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

function served(entry: Document, values: Document): object {
  const { id, published_at, live_updated_at: updated_at, created_at, live_revision: revision } = entry;
  return {
    id: String(id),
    values,
    published_at: published_at as Date,
    updated_at: updated_at as Date,
    created_at: created_at as Date,
    revision: Number(revision),
  };
}
