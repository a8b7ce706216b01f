import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../../../src/core/mongo/transaction/transaction.ts';
import { databaseOf } from '../../../support/database.ts';
import { ApiClient } from '../../../support/client.ts';
import { defineType, expectDone, publishEntry, refusal } from '../../../support/content.ts';
import { startOwnService, type TestProject } from '../../../support/service.ts';
import { keeping, revisionOf } from '../../../support/delivery/holding.ts';

const service = await startOwnService();
/** Another process on the same database. */
const other = await startOwnService({ MONGODB_DB: service.app.config.MONGODB_DB });

async function newPages(): Promise<{ project: TestProject; elsewhere: ApiClient; id: string }> {
  const project = await service.newProject();
  await defineType(project, 'page', { title: 'string' });
  const id = await publishEntry(project, 'page', { title: 'A' });
  return { project, elsewhere: new ApiClient(other.url, project.publishable.token), id };
}

const atLeast = (version: number | string) => ({ ...keeping, 'X-Min-Version': String(version) });

describe('a read that asks for a version', () => {
  it('is answered at once where it has come, of that state or a newer one', async () => {
    const { project, elsewhere } = await newPages();
    const version = await revisionOf(project);

    const answer = await elsewhere.get('/v1/content/page', atLeast(version));

    expect(answer.status).toBe(200);
    expect(Number(answer.headers.get('X-Content-Version'))).toBeGreaterThanOrEqual(version);
  });

  it('waits for it, and is answered by it, whatever the process kept', async () => {
    const { project, elsewhere, id } = await newPages();
    const path = `/v1/content/page/${id}`;
    expect((await elsewhere.get(path)).body.values).toEqual({ title: 'A' });
    const next = (await revisionOf(project)) + 1;

    const asked = elsewhere.get(path, atLeast(next));
    expectDone(await project.secret.patch(path, { values: { title: 'B' } }));
    const answer = await asked;

    expect(answer.body.values).toEqual({ title: 'B' });
    expect(Number(answer.headers.get('X-Content-Version'))).toBe(next);
  });

  it('is refused where it does not come, having spent one request', async () => {
    const { project, elsewhere } = await newPages();
    const budget = async () =>
      Number((await elsewhere.get('/v1/ping')).headers.get('X-RateLimit-Remaining-read'));
    const before = await budget();

    const answer = await elsewhere.get('/v1/content/page', atLeast((await revisionOf(project)) + 1));

    expect(refusal(answer)).toEqual([503, 'temporarily_unavailable', undefined]);
    expect(answer.headers.get('Retry-After')).toBe('1');
    expect(before - (await budget())).toBe(2); // this one, and the second look at the budget
  });

  it('is not answered from a state that a write has not left yet', async () => {
    const { project, elsewhere } = await newPages();
    const next = (await revisionOf(project)) + 1;
    const projects = databaseOf(service.app.system).collection<{ _id: string; revision: number }>('projects');

    // A transaction that holds the newer state back for as long as the read waits.
    const answer = await inTransaction(service.app.system, { dryRun: true }, async (session) => {
      await projects.updateOne({ _id: project.id }, { $inc: { revision: 1 } }, { session });
      return elsewhere.get('/v1/content/page', atLeast(next));
    });

    expect(answer.status).toBe(503);
    expect((await elsewhere.get('/v1/content/page')).status).toBe(200);
  });

  it.each(['', '-1', '1.5', 'x', '1234567890123456'])('is refused for "%s"', async (version) => {
    const { elsewhere } = await newPages();

    const answer = await elsewhere.get('/v1/content/page', atLeast(version));

    expect(refusal(answer)).toEqual([400, 'invalid_parameter', 'X-Min-Version']);
  });

  it('is none where answers are not kept', async () => {
    const { elsewhere } = await newPages();

    expect((await elsewhere.get('/v1/ping', atLeast(999_999))).status).toBe(200);
  });
});
