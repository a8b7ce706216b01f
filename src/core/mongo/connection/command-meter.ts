import type { CommandFailedEvent, CommandSucceededEvent } from 'mongodb';
import type { Metrics } from '../../util/metrics.ts';
import { clientOf } from './database.ts';
import type { SystemDb } from '../scope/handle.ts';

const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** Commands that the driver sends itself. */
const driverCommands: readonly string[] = ['hello', 'ping', 'endSessions', 'killCursors'];

/** Measures each database command as the driver sees it, including the network. */
export function measureCommands(system: SystemDb, metrics: Metrics): void {
  const durations = metrics.histogram(
    'galley_database_command_duration_seconds',
    'Commands to the database; a getMore of the change stream waits for events.',
    { buckets: bucketsSeconds, labelNames: ['command', 'outcome'] },
  );
  const observers = new Map<string, (seconds: number) => void>();
  const observe = (outcome: string) => {
    return ({ commandName, duration }: CommandSucceededEvent | CommandFailedEvent) => {
      if (driverCommands.includes(commandName)) return;
      const key = outcome + commandName;
      let observer = observers.get(key);
      if (observer === undefined) observers.set(key, (observer = durations(commandName, outcome)));
      observer(duration / 1000);
    };
  };
  clientOf(system).on('commandSucceeded', observe('success')).on('commandFailed', observe('failure'));
}
