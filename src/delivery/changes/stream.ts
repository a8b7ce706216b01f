import { isDeepStrictEqual } from 'node:util';
import type { FeedPosition } from '../../projects/index.ts';
import type { Caller, ProjectContext } from '../../core/context/index.ts';
import type { StreamMessage } from '../../core/http/index.ts';
import { narrowingOf } from '../../core/mongo/index.ts';
import { feedEnd, feedPositionText, positionAt, readFeedPosition } from './feed-position.ts';
import { revisionWatch } from './revision-watch.ts';
import type { ChangesQuery } from './schema.ts';
import { projectOf, readSharedFeed } from './service.ts';

/** Milliseconds without a message after which an empty one is sent to keep the connection open. */
const silenceMs = 15_000;
/** Maximum milliseconds of a stream; a client that reconnects proves that its key is still valid. */
const longestMs = 5 * 60_000;

/**
 * Streams the feed (specification: changes) from `Last-Event-ID`, from `since`, or from now: each event under its name,
 * `version` at the start and for changes without events, and `reset` if the position is unknown or too old. With `tags`,
 * a `tags` message precedes the events of its changes.
 */
export async function streamChanges(
  context: ProjectContext,
  { since, tags: withTags = false }: ChangesQuery,
  lastEventId: string | null,
): Promise<AsyncIterable<StreamMessage>> {
  const project = await projectOf(context);
  const start = lastEventId ?? since ?? feedPositionText(positionAt(feedEnd(project, { withTags })));
  const position = await readFeedPosition(context.db, project, start, { now: context.now, withTags });
  return messages(context, position, withTags);
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
  let position = from ?? positionAt(upTo);
  yield {
    id: feedPositionText(position),
    event: from === null ? 'reset' : 'version',
    data: { version: position.revision },
  };

  while (context.signal?.aborted !== true && performance.now() < endsAt) {
    const page = await readSharedFeed(context, position, { upTo, withTags });
    const isSilent = page.events.length === 0 && page.next.revision > position.revision;
    if (page.tags !== undefined && page.tags.length > 0) {
      if (!(await admission.isValid())) return;
      // Tags come before their events and have the position before them, so a client that resumes at an event has
      // received its tags. Manual invalidations have no event and no version.
      yield {
        id: feedPositionText(page.events.length > 0 || isSilent ? position : page.next),
        event: 'tags',
        data: { version: page.next.revision, tags: page.tags },
      };
    }
    for (const [i, event] of page.events.entries()) {
      if (!(await admission.isValid())) return;
      yield { id: feedPositionText(page.positions[i] ?? page.next), event: event.event, data: event };
    }
    if (isSilent) {
      if (!(await admission.isValid())) return;
      yield { id: feedPositionText(page.next), event: 'version', data: { version: page.next.revision } };
    }
    position = page.next;
    if (page.hasMore) continue;
    const { revision, hand } = upTo;
    const after = withTags ? { revision, hand } : { revision };
    const next = await revisionWatch(context.db.system).wait(context.project.id, after, {
      ms: silenceMs,
      ...signal,
    });
    admission.expire();
    if (next === null) {
      if (!(await admission.isValid())) return;
      yield null;
    }
    if (next !== null) upTo = withTags ? next : { ...next, hand: 0 };
  }
}

/** Milliseconds that an access check stays valid: long enough for the messages of one page. */
const validMs = 100;

/** Checks whether the caller of a stream still has access. Streams that wake together share one read. */
class Admission {
  readonly #context: ProjectContext;
  #checkedUntil = performance.now() + validMs; // the request was just admitted

  constructor(context: ProjectContext) {
    this.#context = context;
  }

  /** Discards the last check, because time has passed. */
  expire(): void {
    this.#checkedUntil = 0;
  }

  /**
   * Returns false if the key, session or membership has ended, if its grant has changed, or if the check fails. The
   * stream then ends, and the client reconnects with its new access.
   */
  async isValid(): Promise<boolean> {
    if (performance.now() < this.#checkedUntil) return true;
    try {
      const admitted = await this.#context.admitAgain?.();
      if (admitted !== undefined && !this.#hasSameAccess(admitted)) return false;
    } catch {
      return false;
    }
    this.#checkedUntil = performance.now() + validMs;
    return true;
  }

  #hasSameAccess({ caller, project }: Pick<ProjectContext, 'project'> & { caller: Caller }): boolean {
    const { db, caller: first } = this.#context;
    const narrowing = narrowingOf(caller.grant, project.defaultReleaseId);
    return isDeepStrictEqual([narrowing, caller.grant], [db.narrowing, first?.grant ?? null]);
  }
}
