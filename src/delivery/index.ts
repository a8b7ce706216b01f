export { changesFeature } from './changes/feature.ts';
export { revisionWatch } from './changes/revision-watch.ts';
export { purgeEvent, purgeFormatNames } from './formats/schema.ts';
export { purgeFormats } from './formats/service.ts';
export { purgesFeature } from './purges/feature.ts';
export { targetsWithHealth, unhealthyTargets as unwellTargets } from './purges/health.ts';
export { ShownTarget, Target } from './purges/schema.ts';
export { Batcher, batcherLease } from './purges/sending/batcher.ts';
export { createTarget, deleteTarget, purgeNow, updateTarget } from './purges/service.ts';
export { deliveriesFeature } from './queue/feature.ts';
export { undeliveredPurgeRows } from './queue/purge-repository.ts';
export { dueDeliveryRows, oldestDueDelivery, openDeliveries } from './queue/queue-repository.ts';
export { Delivery, deliveryStates, type QueueKey } from './queue/schema.ts';
export { webhooksFeature } from './webhooks/feature.ts';
export { unhealthyEndpoints as unwellEndpoints } from './webhooks/health.ts';
export { listHistory, replayDeliveryOf, replayFrom } from './webhooks/history.ts';
export { deleteEndpoints, projectOfEndpoint } from './webhooks/repository.ts';
export { DeliveryQuery, Endpoint, ShownEndpoint } from './webhooks/schema.ts';
export { fanOut } from './webhooks/sending/fan-out.ts';
export { Sender, type SenderConcurrency } from './webhooks/sending/sender.ts';
export { sendTest } from './webhooks/sending/test-event.ts';
export {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  listEndpoints,
  waitForQueues,
  rotateSecret,
  stopQueueWork,
} from './webhooks/service.ts';
export { projectOfTarget } from './webhooks/target-repository.ts';
