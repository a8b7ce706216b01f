import type { StoredActor } from '../../contract/events/actor.ts';
import type { EventName } from '../../contract/events/events.ts';

/** One row of the outbox: written with the change, followed by the watcher (specification: outbox). */
export interface EventRecord {
  _id: string;
  project_id: string;
  /** The project's revision after the write: with `_id` it is the order in which things happened. */
  project_revision: number;
  name: EventName;
  subject: string;
  revision: number;
  data: Record<string, unknown>;
  is_public: boolean;
  /** The default release at that time, to which content events belong. Absent on rows of versions that did not store it. */
  release_id?: string;
  created_at: Date;
  /** The actor; neither webhooks nor feeds tell. Absent on rows of versions that did not store it. */
  actor?: StoredActor;
  /** What its transaction tells those who keep answers, on the first of its events alone; absent where that is nothing. */
  tags?: string[];
  /** Of those, ids that readers see neither before nor after (docs/build/cache-tags.md). */
  hidden?: string[];
  /** Whether deliveries were made from it. */
  fanned: boolean;
}
