import type { StoredActor } from '../../contract/events/actor.ts';
import type { EventName } from '../../contract/events/events.ts';

/** A row of the outbox, written with the change and followed by the watcher (specification: outbox). */
export interface EventRecord {
  _id: string;
  project_id: string;
  /** The project's revision after the write. Together with `_id` it orders the events. */
  project_revision: number;
  name: EventName;
  subject: string;
  revision: number;
  data: Record<string, unknown>;
  is_public: boolean;
  /**
   * The default release at the time, which content events belong to. Absent on rows of versions that did not store it.
   */
  release_id?: string;
  created_at: Date;
  /** The actor, which webhooks and feeds don't contain. Absent on rows of versions that did not store it. */
  actor?: StoredActor;
  /** The id of the request that wrote; absent for other work, and on rows of versions that did not store it. */
  request_id?: string;
  /** The cache tags of the transaction, only on its first event; absent if there are none. */
  tags?: string[];
  /** Ids among the tags that readers see neither before nor after the change (docs/build/cache-tags.md). */
  hidden?: string[];
  /** Whether its deliveries were created. */
  fanned: boolean;
}
