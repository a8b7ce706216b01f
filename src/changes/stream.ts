import type { Place } from '../events/service.ts';
import type { ProjectCall } from '../platform/call.ts';
import type { StreamMessage } from '../platform/http/event-stream.ts';
import { placeText, readPlace } from './place.ts';
import { revisionWatch } from './revision-watch.ts';
import type { ChangesQuery } from './schema.ts';
import { projectOf, readFeed } from './service.ts';

/** Silence after which a line is sent to keep connections open, in milliseconds. */
const silenceMs = 15_000;
/** A stream ends after this, in milliseconds: who connects again shows a key that is still good. */
const longestMs = 5 * 60_000;

/**
 * Streams the feed (contract, section 11) from `Last-Event-ID`, from `since`, or from now: each event under its name,
 * `reset` when the place is not known (any more), and `version` at the beginning and when readers see a difference
 * that no event tells of.
 */
export async function streamChanges(
  call: ProjectCall,
  { since }: ChangesQuery,
  lastEventId: string | null,
): Promise<AsyncIterable<StreamMessage>> {
  const project = await projectOf(call);
  const asked = lastEventId ?? since ?? String(project.revision);
  const place = await readPlace(call.db, project, asked, call.now);
  return messages(call, place);
}

async function* messages(call: ProjectCall, from: Place | null): AsyncGenerator<StreamMessage> {
  const endsAt = performance.now() + longestMs;
  const signal = call.signal === undefined ? {} : { signal: call.signal };
  let { revision } = await projectOf(call);
  let place = from ?? { revision, eventId: null, madeAfter: null };
  yield {
    id: placeText(place),
    event: from === null ? 'reset' : 'version',
    data: { version: place.revision },
  };

  while (call.signal?.aborted !== true && performance.now() < endsAt) {
    const page = await readFeed(call, place, revision);
    for (const [i, event] of page.events.entries()) {
      yield { id: placeText(page.places[i] ?? page.next), event: event.event, data: event };
    }
    const isSilent = page.events.length === 0 && page.next.revision > place.revision;
    if (isSilent) yield { id: placeText(page.next), event: 'version', data: { version: page.next.revision } };
    place = page.next;
    if (page.hasMore) continue;
    await revisionWatch(call.db.system).wait(call.project.id, revision, { ms: silenceMs, ...signal });
    const now = await projectOf(call);
    if (now.revision === revision) yield null;
    revision = now.revision;
  }
}
