import { pino } from 'pino';
import { systemClock } from '../../util/clock.ts';

/** The service's log: one JSON object per line, never with a key, a body or a query. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Info lines are buffered up to these limits, because one write costs more than one line. */
const bufferBytes = 4_096;
const bufferMs = 100;

/**
 * A logger on standard error, because standard output belongs to the output of commands. Warnings and errors are
 * written at once, with everything before them. The rest is written when the process ends.
 */
export function createLog(level: string): Log {
  const settings = {
    level,
    base: null,
    timestamp,
    formatters: { level: (name: string) => ({ level: name }) },
  };
  const output = pino.destination({ dest: 2, sync: false, minLength: bufferBytes });
  const log = pino(settings, output);
  const isSilent = !log.isLevelEnabled('info');
  const flush = flushAfterWrites(output);
  let isFlushPlanned = false;
  return {
    /** pino's own interval would run ten times a second, even in an idle process or after the service was closed. */
    info(fields, message) {
      if (isSilent) return;
      log.info(fields, message);
      if (isFlushPlanned) return;
      isFlushPlanned = true;
      setTimeout(() => {
        isFlushPlanned = false;
        flush();
      }, bufferMs).unref();
    },
    warn(fields, message) {
      log.warn(fields, message);
      flush();
    },
    error(fields, message) {
      log.error(fields, message);
      flush();
    },
  };
}

/** pino's `flush` does nothing during a write, and lines that arrive meanwhile would stay in memory. */
function flushAfterWrites(output: ReturnType<typeof pino.destination>): () => void {
  let isRequested = false;
  output.on('drain', () => {
    if (!isRequested) return;
    isRequested = false;
    output.flush();
  });
  return () => {
    isRequested = true;
    output.flush();
  };
}

/** The machine's time, which tests don't move, in pino's format. */
const clock = systemClock();
/** The last formatted time. Many lines have the same millisecond. */
const lastTimestamp = { ms: NaN, text: '' };

function timestamp(): string {
  const now = clock.now();
  const ms = now.getTime();
  if (lastTimestamp.ms !== ms) Object.assign(lastTimestamp, { ms, text: `,"time":"${now.toISOString()}"` });
  return lastTimestamp.text;
}
