import type { Config } from '../core/settings/index.ts';
import { arrivalMsMax, BodyMemory, type BodyReading } from '../core/http/index.ts';
import type { Metrics } from '../core/util/index.ts';

/** How this process reads the bodies of its two kinds of callers. */
export interface BodyParsers {
  /** Callers with a key or a session. */
  ofProjects: BodyReading;
  /** People about to sign in: strangers have a room of their own, so that they take none from the others. */
  ofAccounts: BodyReading;
  /** How long the largest request may take to arrive, in milliseconds. */
  arrivalMs: number;
}

/** Before the body. */
const headersMs = 10_000;
/** The part of the room that strangers have; their bodies are small. */
const strangersShare = 1 / 8;

export function bodyParsers(
  config: Pick<Config, 'MAX_BODY_BYTES' | 'BODY_BYTES_IN_FLIGHT_MAX' | 'BODY_STALL_SECONDS'>,
  metrics: Metrics,
): BodyParsers {
  const roomBytes = config.BODY_BYTES_IN_FLIGHT_MAX;
  const strangersBytes = Math.floor(roomBytes * strangersShare);
  const rooms = {
    known: new BodyMemory(roomBytes - strangersBytes),
    strangers: new BodyMemory(strangersBytes),
  };
  metrics.gauge(
    'galley_bodies_bytes',
    'Memory that the bodies of requests take which are being read or worked on.',
    () => rooms.known.used + rooms.strangers.used,
  );
  const shared = { bytesMax: config.MAX_BODY_BYTES, stallMs: config.BODY_STALL_SECONDS * 1_000 };
  return {
    ofProjects: { ...shared, room: rooms.known, takesPacked: true },
    ofAccounts: { ...shared, room: rooms.strangers, takesPacked: false },
    arrivalMs: arrivalMsMax(shared.bytesMax, shared.stallMs) + headersMs,
  };
}
