import type { App } from '../../../src/server/app.ts';
import { createEndpoint } from '../../../src/delivery/webhooks/service.ts';
import { tester } from '../actor.ts';
import type { Receiver } from '../receiver.ts';
import type { TestProject } from '../service.ts';

/** Retries and time-outs that a test can wait for, and receivers on this machine. */
export const quickDeliveries = {
  WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
  WEBHOOK_RETRY_SECONDS: '0.2,0.2,0.2,0.2,0.2',
  WEBHOOK_TIMEOUT_MS: '500',
};

/** An endpoint of the project that leads to the receiver. */
export async function newEndpoint(
  app: App,
  project: TestProject,
  to: { receiver: Receiver; events?: string[]; withTags?: boolean },
) {
  const db = app.system.project(project.id);
  const { receiver, events, withTags = false } = to;
  const input = {
    url: receiver.url,
    with_tags: withTags,
    ...(events === undefined ? {} : { events }),
  };
  const { endpoint, secret } = await createEndpoint(db, input, {
    now: app.clock.now(),
    actor: tester,
    box: app.box,
  });
  return { db, id: endpoint.id, secret };
}
