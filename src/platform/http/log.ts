import { pino } from 'pino';

/** What the service says about itself: one JSON object a line, never a key, a body or a query. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A logger on standard error, so that standard output stays free for what a command prints. */
export function createLog(level: string): Log {
  const settings = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (name: string) => ({ level: name }) },
  };
  return pino(settings, pino.destination({ dest: 2, sync: false }));
}
