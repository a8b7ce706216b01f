import type { ReleaseRef } from './forms.ts';
import type { Client } from './main.ts';
import { readEvents } from './event-stream.ts';

/** One event of the change log. */
export interface ChangeEvent {
  id: string;
  event: string;
  created_at: string;
  data: Record<string, unknown>;
}

/** An event that came over one connection. */
export interface FollowedEvent extends ChangeEvent {
  /** Its place in the log; hand it to `follow` to go on after it. The event's own id names no place. */
  lastEventId: string;
}

interface ModuleState {
  version: string | number;
  changed_at: string | null;
}

/** What `GET /v1/changes` answers. */
export interface Changes {
  version: string | number;
  changed_at: string | null;
  next_scheduled_change: string | null;
  release: ReleaseRef;
  modules: Record<string, ModuleState>;
  /** With `since`, as all that follow. */
  changed?: boolean;
  /** The log does not reach back so far: read everything again. */
  reset?: boolean;
  events?: ChangeEvent[];
  has_more?: boolean;
  next_since?: string | number;
}

export interface PollOptions {
  /** A version, or a time; without it only the present state is answered. */
  since?: string | number | Date;
  /** Holds the answer until something changes, at most so long; 0 to 30. */
  waitSeconds?: number;
  signal?: AbortSignal;
}

export interface FollowOptions {
  /** The `lastEventId` of the last event that was handled. */
  lastEventId?: string;
  signal?: AbortSignal;
  /**
   * The wait before the connection is made again when it ended, in milliseconds; 1,000 unless the service sends another
   * number.
   */
  reconnectMs?: number;
}

/** Asks once whether anything changed. */
export async function poll(client: Pick<Client, 'send'>, options: PollOptions = {}): Promise<Changes> {
  const { since, waitSeconds: wait, signal } = options;
  const query = { since, wait };
  const response = await client.send(
    'GET',
    '/v1/changes',
    signal === undefined ? { query } : { query, signal },
  );
  return (await response.json()) as Changes;
}

/**
 * Follows the change log, one event after the other, by asking again and again with `wait`; ends with the signal.
 * An answer with `reset` is given too, as it tells that events are missing.
 */
export async function* watch(
  client: Pick<Client, 'send'>,
  { since, waitSeconds = 30, signal }: PollOptions = {},
): AsyncGenerator<Changes> {
  const call = signal === undefined ? {} : { signal };
  let place = since ?? (await poll(client, call)).version;
  while (signal?.aborted !== true) {
    const answer = await poll(client, { ...call, since: place, waitSeconds });
    place = answer.next_since ?? answer.version;
    if (answer.changed === true) yield answer;
  }
}

/**
 * Follows the change log over one connection (server-sent events), made again with `Last-Event-ID` when it ends. An
 * event `reset` says that others are missing: read everything again. Ends with the signal; throws GalleyError when the
 * service refuses.
 */
export async function* follow(
  client: Pick<Client, 'send'>,
  { lastEventId, signal, reconnectMs = 1_000 }: FollowOptions = {},
): AsyncGenerator<FollowedEvent> {
  let place = lastEventId;
  let waitMs = reconnectMs;
  while (signal?.aborted !== true) {
    const response = await client.send('GET', '/v1/changes', {
      accept: 'text/event-stream',
      ...(place !== undefined && { lastEventId: place }),
      ...(signal !== undefined && { signal }),
    });
    try {
      for await (const { id, event, data, retryMs } of readEvents(response, signal)) {
        waitMs = retryMs ?? waitMs;
        place = id ?? place;
        const at = { lastEventId: place ?? '' };
        if (event === 'reset') yield { id: at.lastEventId, event, created_at: '', data: {}, ...at };
        else if (data !== '' && event !== 'version') yield { ...(JSON.parse(data) as ChangeEvent), ...at }; // a version is only a place
      }
    } catch (fault) {
      if (!(fault instanceof TypeError) && !isAborted(signal)) throw fault; // a lost connection is a TypeError
    }
    if (!isAborted(signal)) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
