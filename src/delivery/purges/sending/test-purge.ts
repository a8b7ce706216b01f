import { withProjectCode } from '../../../contract/events/cache-tags.ts';
import type { Attempt } from '../../queue/schema.ts';
import { recordTest } from '../../queue/service.ts';
import { type Acting, findInvalidationPosition } from '../../../projects/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import type { Sending } from '../../../core/outbound/index.ts';
import { noteOnEndpoint } from '../../webhooks/audited.ts';
import { sendOnce } from '../../webhooks/sending/request.ts';
import type { TargetRecord } from '../../webhooks/target-repository.ts';
import { deliveriesOf } from './batch.ts';

/** Sends a target a tag that no read carries, enabled or not, and answers what came of it. It counts for nothing. */
export async function testTarget(
  deps: Sending,
  target: TargetRecord,
  { db, by }: { db: ProjectDb; by: Acting },
): Promise<Attempt> {
  await noteOnEndpoint(db, { action: 'purge_target.tested', endpoint: target, by });
  const now = deps.clock.now();
  const revision = (await findInvalidationPosition(db))?.revision ?? 1;
  const batch = {
    tags: withProjectCode(['test'], db.projectId),
    again: [],
    version: revision,
    since: revision,
  };
  const [made] = deliveriesOf({ ...batch, tellsAfter: null }, target, now);
  if (made === undefined) throw new Error('a batch makes at least one request');
  const { tellsAfter: _nothing, ...delivery } = made;
  const attempt = await sendOnce(deps, target, {
    _id: delivery.id,
    body: delivery.body,
    headers: delivery.headers ?? {},
  });
  await recordTest(db.system, { ...delivery, sequence: 0 }, { now, attempt });
  return attempt;
}
