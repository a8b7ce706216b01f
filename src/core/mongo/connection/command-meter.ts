import type { CommandFailedEvent, CommandSucceededEvent } from 'mongodb';
import type { Metrics } from '../../util/metrics.ts';
import { clientOf } from './database.ts';
import type { SystemDb } from '../scope/handle.ts';

const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** The driver's own commands count for no request. */
const own: readonly string[] = ['hello', 'ping', 'endSessions', 'killCursors'];

/** Notes how long the database took for each command, as the driver sees it: with the way there and back. */
export function measureCommands(system: SystemDb, metrics: Metrics): void {
  const lasted = metrics.histogram(
    'galley_database_command_duration_seconds',
    'Commands to the database; a getMore of the change stream waits for events.',
    { buckets: bucketsSeconds, labelNames: ['command', 'outcome'] },
  );
  const known = new Map<string, (seconds: number) => void>();
  const noting = (outcome: string) => {
    return ({ commandName, duration }: CommandSucceededEvent | CommandFailedEvent) => {
      if (own.includes(commandName)) return;
      const key = outcome + commandName;
      let note = known.get(key);
      if (note === undefined) known.set(key, (note = lasted(commandName, outcome)));
      note(duration / 1000);
    };
  };
  clientOf(system).on('commandSucceeded', noting('success')).on('commandFailed', noting('failure'));
}
