import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { RequestDeadline } from '../../../../src/core/http/pipeline/request-deadline.ts';
import { requestTimeMs } from '../../../../src/core/http/pipeline/request-deadline.ts';
import { punctual, startOwnService } from '../../../support/service.ts';
import { clientOf } from '../../../support/database.ts';

const service = await startOwnService(punctual);
const project = await service.newProject();

/** Keeps this process, which the service runs in, from anything else. */
function work(ms: number): void {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt);
}

describe('a request that takes too long', () => {
  it('because the process has too much to do is told so, and not that the database is out of reach', async () => {
    const client = clientOf(service.app.system);
    const isAtWork = new Promise((resolve) => client.once('commandStarted', resolve));
    const asked = project.secret.get('/v1/media');
    await isAtWork;
    work(requestTimeMs + 500);

    expect(await asked).toMatchObject({
      status: 503,
      body: {
        error: {
          code: 'temporarily_unavailable',
          message: 'The service is busy at the moment. Try again shortly.',
        },
      },
    });
  });

  it('because what it waits for does not answer is told that', async () => {
    const never = new RequestDeadline().wait(new Promise<never>(() => undefined), 1_000);

    await expect(never).rejects.toMatchObject({
      code: 'temporarily_unavailable',
      message:
        'The service cannot reach its database or its object storage at the moment. Try again shortly.',
    });
  });

  it('because other writes go before it is told that', async () => {
    const deadline = new RequestDeadline();
    const late = deadline.wait(new Promise<never>(() => undefined), 100);
    deadline.onDelay('other_writes');

    await expect(late).rejects.toMatchObject({
      code: 'temporarily_unavailable',
      message: 'Other writes to this project are in progress. Try again.',
    });
  });

  it('is told what hinders it also when the work goes in small steps', async () => {
    const late = new RequestDeadline().wait(new Promise<never>(() => undefined), 300);
    const told = late.catch((error: Error) => error.message);
    for (let step = 0; step < 40; step += 1) {
      work(10);
      await turn();
    }

    expect(await told).toContain('is busy at the moment');
  });
});
