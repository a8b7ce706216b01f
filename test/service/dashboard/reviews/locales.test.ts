import { expect, it } from 'vitest';
import { expectDone, refusal } from '../../../support/content.ts';
import { approve, type ReviewSite, reviewSite } from '../../../support/reviews.ts';
import { startService } from '../../../support/service.ts';

const service = await startService();
const code = (answer: { status: number; body: any }) => refusal(answer).slice(0, 2);
const required = [403, 'approval_required'];

/** A site whose publications need an approval, and an entry with a draft in two locales. */
async function newSite(): Promise<ReviewSite & { id: string; path: string }> {
  const site = await reviewSite(service);
  const { owner, rule, project } = site;
  await owner.does('POST', '/locales', { code: 'de' });
  expectDone(
    await project.secret.put('/v1/schema/content-types/text', {
      fields: [
        { key: 'title', type: 'string', options: { localized: true } },
        { key: 'color', type: 'string' },
      ],
    }),
  );
  const created = expectDone(
    await project.secret.post('/v1/content/text/entries', {
      ...{ values: { title: 'Kite', color: 'red' }, locales: { de: { values: { title: 'Drachen' } } } },
    }),
  );
  await rule('members_and_keys');
  const id = String(created.id);
  return { ...site, id, path: `/v1/content/text/${id}` };
}

const everywhere = { locales: { '*': { publish: true } } };

it('covers all locales of an entry', async () => {
  const { bea, cy, id, path } = await newSite();
  for (const body of [{ publish: true }, everywhere])
    expect(code(await bea.send('PATCH', path, body))).toEqual(required);
  expect(code(await bea.send('PATCH', `${path}?locale=de`, { publish: true }))).toEqual(required);

  await approve(cy, id);
  expect(
    code(await bea.send('PATCH', `${path}?locale=de`, { values: { title: 'X' }, publish: true })),
  ).toEqual(required);
  expect((await bea.send('PATCH', `${path}?locale=de`, { publish: true })).status).toBe(200);
  expect((await bea.send('PATCH', path, { publish: true })).status).toBe(200);
  expect((await bea.does('GET', `/reviews/${id}`)).state).toBeNull();

  expect(code(await bea.send('PATCH', `${path}?locale=de`, { values: { title: 'X' } }))).toEqual(required);
  expect(code(await bea.send('PATCH', path, { values: { color: 'blue' } }))).toEqual(required);
  await bea.does('PATCH', `${path}?locale=de&draft=true`, { values: { title: 'X' } });
  await approve(cy, id);
  await bea.does('PATCH', `${path}?locale=de&draft=true`, { values: { title: 'Y' } });
  expect(await bea.does('GET', `/reviews/${id}`)).toMatchObject({ state: 'approved', outdated: true });
});

it('does not cover a locale that is restored after the approval', async () => {
  const { bea, cy, id, path } = await newSite();
  expect((await bea.send('DELETE', `${path}?locale=de`)).status).toBe(204);
  await approve(cy, id);
  const { data } = await bea.does('GET', '/trash');
  const ids = (data as { trash_id: string }[]).map(({ trash_id }) => trash_id);
  expect(await bea.does('POST', '/trash/restore', { ids })).toMatchObject({ done: 1 });
  expect(await bea.does('GET', `/reviews/${id}`)).toMatchObject({ state: 'approved', outdated: true });
  expect(code(await bea.send('PATCH', path, everywhere))).toEqual(required);
});
