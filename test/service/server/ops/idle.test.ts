import type { CommandStartedEvent } from 'mongodb';
import { expect, it, onTestFinished } from 'vitest';
import { clientOf, databaseOf } from '../../../support/database.ts';
import { startOwnService } from '../../../support/service.ts';

/** Commands of the driver itself, which go to every member whether or not anything happens. */
const driverCommands = ['hello', 'ping', 'endSessions', 'killCursors'];
const checks = 15;

it('sends less than three commands a second while nothing happens', async () => {
  const { app } = await startOwnService();
  await app.start();
  onTestFinished(() => app.stopWork());
  const jobs = databaseOf(app.system).collection('jobs');
  const waitingJobs = { name: 'recurring', lockedAt: null, lastFinishedAt: { $ne: null } };
  const hasRunAll = async () =>
    (await jobs.countDocuments(waitingJobs)) === (await jobs.countDocuments({ name: 'recurring' }));
  await expect.poll(hasRunAll, { timeout: 60_000 }).toBe(true);
  const searchStates = databaseOf(app.system).collection('search_state');
  const isIndexBuilt = () => searchStates.countDocuments({ build: { $exists: false } });
  await expect.poll(isIndexBuilt, { timeout: 60_000 }).toBe(1);

  const commands: string[] = [];
  const note = ({ commandName, command }: CommandStartedEvent) => {
    if (!driverCommands.includes(commandName))
      commands.push(`${commandName} ${String(command[commandName])}`);
  };
  clientOf(app.system).on('commandStarted', note);
  onTestFinished(() => void clientOf(app.system).off('commandStarted', note));
  const checksSoFar = () => commands.filter((command) => command === 'aggregate jobs').length;
  await expect.poll(checksSoFar, { timeout: 90_000 }).toBeGreaterThanOrEqual(checks);

  expect(commands.length, commands.join('\n')).toBeLessThanOrEqual(3 * checks);
}, 180_000);
