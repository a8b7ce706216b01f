import { pino } from 'pino';
import { systemClock } from '../../util/clock.ts';

/** What the service logs about itself: one JSON object a line, never a key, a body or a query. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Lines of answers are gathered up to so many bytes, and for so long: one write costs more than the line. */
const gatheredBytes = 4_096;
const gatheredMs = 100;

/**
 * A logger on standard error, so that standard output stays free for what a command prints. Warnings and errors are
 * written at once, with all that was logged before them; whatever is left is written when the process ends.
 */
export function createLog(level: string): Log {
  const settings = {
    level,
    base: null,
    timestamp,
    formatters: { level: (name: string) => ({ level: name }) },
  };
  const output = pino.destination({ dest: 2, sync: false, minLength: gatheredBytes });
  const log = pino(settings, output);
  const isSilent = !log.isLevelEnabled('info');
  const flush = flushAfterWrites(output);
  let isGathering = false;
  return {
    /** pino's own interval would write nothing ten times a second, in an idle process and long after a closed service. */
    info(fields, message) {
      if (isSilent) return;
      log.info(fields, message);
      if (isGathering) return;
      isGathering = true;
      setTimeout(() => {
        isGathering = false;
        flush();
      }, gatheredMs).unref();
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

/** pino's `flush` does nothing while a write is under way, and lines that arrive meanwhile would stay in memory. */
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

/** The machine's own time, whatever tests move, as pino's own function writes it. */
const clock = systemClock();
/** The last moment that was written as text: many lines are of one millisecond. */
const written = { ms: NaN, text: '' };

function timestamp(): string {
  const now = clock.now();
  const ms = now.getTime();
  if (written.ms !== ms) Object.assign(written, { ms, text: `,"time":"${now.toISOString()}"` });
  return written.text;
}
