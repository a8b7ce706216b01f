import { randomUUID } from 'node:crypto';
import { beforeAll, expect, inject, it } from 'vitest';
import { cleanup } from '../../../support/cleanup.ts';
import { pluck } from '../../../support/content.ts';
import { DashboardClient } from '../../../support/dashboard.ts';
import { draftBy, type Member, reviewSite } from '../../../support/reviews.ts';
import { startProcess } from '../../../support/second-process.ts';
import { startService } from '../../../support/service.ts';

const MONGODB_DB = `${inject('databasePrefix')}${randomUUID().slice(0, 13)}`; // dropped at the end of the run
const service = await startService({ MONGODB_DB });
let secondUrl: string;

beforeAll(async () => {
  const second = await startProcess({ MONGODB_DB, ROLE: 'api' });
  secondUrl = second.url;
  cleanup(async () => {
    second.program.process.kill();
    await second.program.ended();
  });
}, 90_000);

it('loses no comment, change or resolution that two processes store at once', async () => {
  const { ada, bea, project } = await reviewSite(service);
  /** Sends to the second process with the member's session. */
  const inSecond = ({ client: { cookie, csrf } }: Member): Member['send'] => {
    const client = Object.assign(new DashboardClient(secondUrl), { cookie, csrf });
    return (method, path, body) => client.send(method, `/projects/${project.id}${path}`, body);
  };
  const beaInSecond = inSecond(bea);
  const { id } = await draftBy(ada);
  for (let round = 0; round < 5; round += 1) {
    const thread = await ada.does('POST', '/comments', { item: id, text: 'Ten?' });
    const path = `/comments/${thread.id}`;
    const own = `${path}/messages/${thread.messages[0].id}`;

    const answers = await Promise.all([
      ada.send('POST', `${path}/messages`, { text: 'from the first' }),
      beaInSecond('POST', `${path}/messages`, { text: 'from the second' }),
      ada.send('PATCH', own, { text: 'Eleven?' }),
      beaInSecond('PUT', `${path}/read`),
    ]);

    expect(pluck(answers, 'status')).toEqual([201, 201, 200, 204]);
    const [read] = (await ada.does('GET', `/comments?item=${id}`)).data;
    expect(pluck(read.messages, 'text').toSorted()).toEqual(['Eleven?', 'from the first', 'from the second']);

    const both = await Promise.all([
      ada.send('PATCH', path, { resolved: true }),
      beaInSecond('PATCH', path, { resolved: true }),
    ]);
    expect(pluck(both, 'status')).toEqual([200, 200]);
    const deciders = new Set(both.map(({ body }) => body.resolved_by.id));
    expect(deciders.size).toBe(1); // the second one changes nothing
    const rows = (await ada.does('GET', '/comments?state=resolved')).data;
    expect(rows[0]).toMatchObject({ id: thread.id, resolved_by: both[0].body.resolved_by });
  }
});
