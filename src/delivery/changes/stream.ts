import { isDeepStrictEqual } from 'node:util';
import type { FeedPosition } from '../../projects/index.ts';
import type { Caller, ProjectContext } from '../../core/context/index.ts';
import type { StreamMessage } from '../../core/http/index.ts';
import { narrowingOf } from '../../core/mongo/index.ts';
import { feedEnd, feedPositionText, positionAt, readFeedPosition } from './feed-position.ts';
import { revisionWatch } from './revision-watch.ts';
import type { ChangesQuery } from './schema.ts';
import { projectOf, readSharedFeed } from './service.ts';

/** Silence after which a line is sent to keep connections open, in milliseconds. */
const silenceMs = 15_000;
/** A stream ends after this, in milliseconds: who connects again shows a key that is still good. */
const longestMs = 5 * 60_000;

/**
 * Streams the feed (specification: changes) from `Last-Event-ID`, from `since`, or from now: each event under its name,
 * `reset` when the place is not known (any more), and `version` at the beginning and when readers see a difference
 * that no event tells of; with `tags` the tags of the changes, `tags`, before what they belong to.
 */
export async function streamChanges(
  context: ProjectContext,
  { since, tags: withTags = false }: ChangesQuery,
  lastEventId: string | null,
): Promise<AsyncIterable<StreamMessage>> {
  const project = await projectOf(context);
  const asked = lastEventId ?? since ?? feedPositionText(positionAt(feedEnd(project, { withTags })));
  const place = await readFeedPosition(context.db, project, asked, { now: context.now, withTags });
  return messages(context, place, withTags);
}

async function* messages(
  context: ProjectContext,
  from: FeedPosition | null,
  withTags: boolean,
): AsyncGenerator<StreamMessage> {
  const admission = new Admission(context);
  const endsAt = performance.now() + longestMs;
  const signal = context.signal === undefined ? {} : { signal: context.signal };
  let upTo = feedEnd(await projectOf(context), { withTags });
  let place = from ?? positionAt(upTo);
  yield {
    id: feedPositionText(place),
    event: from === null ? 'reset' : 'version',
    data: { version: place.revision },
  };

  while (context.signal?.aborted !== true && performance.now() < endsAt) {
    const page = await readSharedFeed(context, place, { upTo, withTags });
    const isSilent = page.events.length === 0 && page.next.revision > place.revision;
    if (page.tags !== undefined && page.tags.length > 0) {
      if (!(await admission.holds())) return;
      // Before the events, by the place before them: who goes on from one of them has had the tags. What was
      // invalidated by hand has neither events nor a version after it.
      yield {
        id: feedPositionText(page.events.length > 0 || isSilent ? place : page.next),
        event: 'tags',
        data: { version: page.next.revision, tags: page.tags },
      };
    }
    for (const [i, event] of page.events.entries()) {
      if (!(await admission.holds())) return;
      yield { id: feedPositionText(page.places[i] ?? page.next), event: event.event, data: event };
    }
    if (isSilent) {
      if (!(await admission.holds())) return;
      yield { id: feedPositionText(page.next), event: 'version', data: { version: page.next.revision } };
    }
    place = page.next;
    if (page.hasMore) continue;
    const { revision, hand } = upTo;
    const after = withTags ? { revision, hand } : { revision };
    const next = await revisionWatch(context.db.system).wait(context.project.id, after, {
      ms: silenceMs,
      ...signal,
    });
    admission.ask();
    if (next === null) {
      if (!(await admission.holds())) return;
      yield null;
    }
    if (next !== null) upTo = withTags ? next : { ...next, hand: 0 };
  }
}

/** An answer to whether the caller is let in is believed for this long, in milliseconds: for the messages of one page. */
const believedMs = 100;

/** Whether the caller of a stream is still let in. All streams that wake together are asked for by one read. */
class Admission {
  readonly #call: ProjectContext;
  #believedUntil = performance.now() + believedMs; // it was let in just now

  constructor(context: ProjectContext) {
    this.#call = context;
  }

  /** Time has passed: what was found before is worth nothing. */
  ask(): void {
    this.#believedUntil = 0;
  }

  /**
   * False when the key, session or membership has ended, when it may read something else than at the beginning, or when
   * that can't be found out: the client connects again and gets what it may read then.
   */
  async holds(): Promise<boolean> {
    if (performance.now() < this.#believedUntil) return true;
    try {
      const admitted = await this.#call.admitAgain?.();
      if (admitted !== undefined && !this.#mayReadTheSame(admitted)) return false;
    } catch {
      return false;
    }
    this.#believedUntil = performance.now() + believedMs;
    return true;
  }

  #mayReadTheSame({ caller, project }: Pick<ProjectContext, 'project'> & { caller: Caller }): boolean {
    const { db, caller: first } = this.#call;
    const narrowing = narrowingOf(caller.grant, project.defaultReleaseId);
    return isDeepStrictEqual([narrowing, caller.grant], [db.narrowing, first?.grant ?? null]);
  }
}
