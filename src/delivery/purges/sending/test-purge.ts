import { withProjectCode } from '../../../contract/events/cache-tags.ts';
import type { Attempt } from '../../queue/schema.ts';
import { recordTest } from '../../queue/service.ts';
import { type WriteSource, findInvalidationPosition } from '../../../projects/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import type { Sending } from '../../../core/outbound/index.ts';
import { recordEndpointAction } from '../../webhooks/audited.ts';
import { sendOnce } from '../../webhooks/sending/request.ts';
import type { TargetRecord } from '../../webhooks/target-repository.ts';
import { deliveriesOf } from './batch.ts';

/** Purges a tag that no response has, at enabled and disabled targets, and returns the attempt. Failures don't count. */
export async function testTarget(
  deps: Sending,
  target: TargetRecord,
  { db, by }: { db: ProjectDb; by: WriteSource },
): Promise<Attempt> {
  await recordEndpointAction(db, { action: 'purge_target.tested', endpoint: target, by });
  const now = deps.clock.now();
  const revision = (await findInvalidationPosition(db))?.revision ?? 1;
  const batch = {
    tags: withProjectCode(['test'], db.projectId),
    again: [],
    version: revision,
    since: revision,
  };
  const [firstDelivery] = deliveriesOf({ ...batch, startsAfter: null }, target, now);
  if (firstDelivery === undefined) throw new Error('a batch creates at least one request');
  const { startsAfter: _startsAfter, ...delivery } = firstDelivery;
  const attempt = await sendOnce(deps, target, {
    _id: delivery.id,
    body: delivery.body,
    headers: delivery.headers ?? {},
  });
  await recordTest(db.system, { ...delivery, sequence: 0 }, { now, attempt });
  return attempt;
}
