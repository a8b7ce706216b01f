import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { insertChallenge, takeChallenge } from '../../../../src/accounts/sign-in/challenge-repository.ts';
import { startService } from '../../../support/service.ts';

const { app } = await startService();
const expires_at = new Date('2027-03-01T09:05:00.000Z');

async function newChallenge(): Promise<string> {
  const _id = randomUUID();
  await insertChallenge(app.system, { _id, purpose: 'test', expires_at });
  return _id;
}

it('takes a challenge once, also of two requests at once', async () => {
  const id = await newChallenge();
  const now = new Date(expires_at.getTime() - 1);

  const records = await Promise.all([1, 2].map(() => takeChallenge(app.system, id, now)));

  expect(records.filter((record) => record !== null)).toHaveLength(1);
  expect(await takeChallenge(app.system, id, now)).toBeNull();
});

it('takes no challenge at its end', async () => {
  expect(await takeChallenge(app.system, await newChallenge(), expires_at)).toBeNull();
});
