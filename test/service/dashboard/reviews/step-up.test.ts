import { expect, it } from 'vitest';
import { minuteMs } from '../../../../src/contract/time.ts';
import { refusal } from '../../../support/content.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { reviewSite } from '../../../support/reviews.ts';
import { startOwnService } from '../../../support/service.ts';

const service = await startOwnService();
const start = Date.parse('2027-03-01T09:00:00.000Z');

it('relaxes the rule only after a proof of identity', async () => {
  setClock(service, start);
  const { owner } = await reviewSite(service);
  const set = (publish_approval: unknown) => owner.send('PATCH', '/settings', { publish_approval });
  expect((await set('members')).body.publish_approval).toBe('members');

  setClock(service, start + 11 * minuteMs);
  expect((await set('members_and_keys')).body.publish_approval).toBe('members_and_keys');
  for (const rule of ['members', 'off', null])
    expect(refusal(await set(rule)).slice(0, 2)).toEqual([403, 'step_up_required']);

  setClock(service, start + 5 * minuteMs);
  expect((await set(null)).body.publish_approval).toBe('off');
});
