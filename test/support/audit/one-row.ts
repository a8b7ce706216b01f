import { expect } from 'vitest';
import type { AuditRecord } from '../../../src/projects/audit/schema.ts';
import { isHeavy } from '../../../src/contract/events/audit-actions.ts';
import type { App } from '../../../src/server/app.ts';
import { rowsOf } from './rows.ts';
import { hidden, type Prepared, type Site, type WriteSample } from './sites.ts';

export interface Answered {
  status: number;
  body: any;
}

/** Sends the request of a sample as one caller, with more of a query and of headers. */
export type Send = (
  prepared: Prepared,
  query?: string,
  headers?: Record<string, string>,
) => Promise<Answered>;

const revisionOf = async ({ project }: Site) =>
  String((await project.publishable.get('/v1/changes')).body.version);

function expectNoSecret(rows: readonly AuditRecord[], { project, owner }: Site): void {
  const bytes = JSON.stringify(rows);
  const session = owner.cookie?.slice(owner.cookie.indexOf('=') + 1) ?? '';
  for (const secret of [hidden, '@', project.secret.token, session, owner.csrf ?? '', 'whsec_', 'sk_', 'pk_'])
    expect(bytes, secret).not.toContain(secret);
}

/** What no route takes. */
export const withNonsense = (prepared: Prepared) => ({
  ...prepared,
  body: { ...prepared.body, nonsense: hidden },
});

export async function expectStatus(wanted: number, answered: Promise<Answered>): Promise<void> {
  const { status, body } = await answered;
  expect(status, JSON.stringify(body)).toBe(wanted);
}

export const expectDone = ({ status, body }: Answered) =>
  expect(status, JSON.stringify(body)).toBeLessThan(300);

interface Case {
  app: App;
  sample: WriteSample;
  site: Site;
  send: Send;
  actor: { kind: 'user' | 'key'; id: string };
  via: 'api' | 'dashboard';
}

/** Sends a request of a route once and again, and holds what it leaves to its sample. */
export async function expectOneRow({ app, sample, site, send, actor, via }: Case): Promise<void> {
  const prepared = await sample.ready(site);
  const { id } = site.project;
  const before = await revisionOf(site);
  let answered: Answered = { status: 0, body: null };

  const rows = await rowsOf(app, id, async () => expectDone((answered = await send(prepared))));

  expect(rows.map(({ action }) => action)).toEqual(sample.leaves === null ? [] : [sample.leaves]);
  expect((await revisionOf(site)) !== before, 'readers notice').toBe(sample.visible);
  for (const row of rows) {
    expect(row).toMatchObject({ actor, via, visible: sample.visible });
    expect(row.subject.id).toBe(prepared.id ?? idIn(answered.body) ?? row.subject.id);
    expect(row.heavy === true).toBe(isHeavy(row.action));
    expect(kindsOf[row.action.split('.')[0] ?? '']).toContain(row.subject.kind);
  }
  expectNoSecret(rows, site);
  const again = await rowsOf(app, id, () => send(prepared));
  expect(again.map(({ action }) => action)).toEqual(sample.repeats ? [sample.leaves] : []);
}

/** The id in an answer, or in the one thing of it. */
function idIn(body: any): string | undefined {
  const things = [body, ...Object.values(body ?? {})] as ({ id?: unknown } | null)[];
  return things.map((thing) => thing?.id).find((id) => typeof id === 'string');
}

/** What the actions of a group may be about. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  entry: ['entry'],
  article: ['blog_article', 'kb_article'],
  draft: ['entry', 'blog_article', 'kb_article'],
  author: ['author'],
  category: ['blog_category'],
  collection: ['kb_collection'],
  section: ['kb_section'],
  media: ['media'],
  type: ['type'],
  block: ['block'],
  release: ['release'],
  review: ['entry'],
  comment: ['entry'],
  trash: ['author'],
  view: ['view'],
  bulk_job: ['bulk_job'],
  import: ['type'],
  preview: ['preview'],
  project: ['project'],
  locale: ['locale'],
  member: ['member'],
  invitation: ['invitation'],
  link: ['member'],
  key: ['key'],
  webhook: ['webhook'],
  purge_target: ['purge_target'],
  log: ['log'],
};
