import type { ReleaseRef } from './types/forms.ts';
import type { Client } from './main.ts';
import { readEvents } from './http/event-stream.ts';

/** One event of the change log. */
export interface ChangeEvent {
  id: string;
  event: string;
  created_at: string;
  data: Record<string, unknown>;
}

/** An event from the event stream. */
export interface FollowedEvent extends ChangeEvent {
  /** Position in the log. Pass it to `follow` to continue after this event. The event's `id` is not a position. */
  lastEventId: string;
}

interface ModuleState {
  version: string | number;
  changed_at: string | null;
}

/** The response to `GET /v1/changes`. */
export interface Changes {
  version: string | number;
  changed_at: string | null;
  next_scheduled_change: string | null;
  release: ReleaseRef;
  modules: Record<string, ModuleState>;
  /** This key and the following ones are present only with `since`. */
  changed?: boolean;
  /** `since` is older than the log. Read everything again. */
  reset?: boolean;
  events?: ChangeEvent[];
  has_more?: boolean;
  next_since?: string | number;
}

export interface PollOptions {
  /** A version or a time. Without it, the response contains only the current state. */
  since?: string | number | Date;
  /** Maximum seconds to wait for a change before the service responds, 0 to 30. */
  waitSeconds?: number;
  signal?: AbortSignal;
}

export interface FollowOptions {
  /** The `lastEventId` of the last event that you processed. */
  lastEventId?: string;
  signal?: AbortSignal;
  /** Milliseconds to wait before reconnecting. Default: 1,000, or the value that the service sends. */
  reconnectMs?: number;
}

/** Reads `GET /v1/changes` once. */
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
 * Follows the change log with long polls until the signal aborts. Yields each response with changes, also one with
 * `reset`, which means that events are missing.
 */
export async function* watch(
  client: Pick<Client, 'send'>,
  { since, waitSeconds = 30, signal }: PollOptions = {},
): AsyncGenerator<Changes> {
  const call = signal === undefined ? {} : { signal };
  let position = since ?? (await poll(client, call)).version;
  while (signal?.aborted !== true) {
    const changes = await poll(client, { ...call, since: position, waitSeconds });
    position = changes.next_since ?? changes.version;
    if (changes.changed === true) yield changes;
  }
}

/**
 * Follows the change log by server-sent events until the signal aborts. Reconnects with `Last-Event-ID` if the connection
 * ends. An event `reset` means that events are missing: read everything again. @throws GalleyError
 */
export async function* follow(
  client: Pick<Client, 'send'>,
  { lastEventId, signal, reconnectMs = 1_000 }: FollowOptions = {},
): AsyncGenerator<FollowedEvent> {
  let position = lastEventId;
  let waitMs = reconnectMs;
  while (signal?.aborted !== true) {
    const response = await client.send('GET', '/v1/changes', {
      accept: 'text/event-stream',
      ...(position !== undefined && { lastEventId: position }),
      ...(signal !== undefined && { signal }),
    });
    try {
      for await (const { id, event, data, retryMs } of readEvents(response, signal)) {
        waitMs = retryMs ?? waitMs;
        position = id ?? position;
        const at = { lastEventId: position ?? '' };
        if (event === 'reset') yield { id: at.lastEventId, event, created_at: '', data: {}, ...at };
        else if (data !== '' && event !== 'version') yield { ...(JSON.parse(data) as ChangeEvent), ...at }; // a `version` event contains only a position
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
