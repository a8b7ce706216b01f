import { setTimeout as delay } from 'node:timers/promises';
import { clientOf } from '../../test/support/database.ts';
import { type Installation, mediansOf, openInstallation, report, type Send } from '../installation.ts';
import { cpuSeconds } from '../processes/meter.ts';

const count = 1_000;
const rounds = 40;
const idleSeconds = 10;

/** Compares one project alone in an installation with the same project beside 1,000 others, each with content. */
export async function measureProjects(): Promise<void> {
  const installation = await openInstallation();
  try {
    await addContent(installation.send);
    const before = await figuresOf(installation);
    for (let i = 0; i < count; i += 1) await addContent((await installation.newProject(['en'])).send);
    const after = await figuresOf(installation);
    report(
      Object.entries(before).flatMap(([figure, value]) => [
        { figure: `${figure}: one project`, value },
        { figure: `${figure}: ${count} projects against one`, value: (after[figure] ?? NaN) / value },
      ]),
    );
  } finally {
    await installation.stop();
  }
}

async function addContent(send: Send): Promise<void> {
  await send('PUT', '/v1/schema/content-types/page', { fields: [{ key: 'title', type: 'string' }] });
  await create(send);
}

const create = (send: Send) =>
  send('POST', '/v1/content/page/entries', { values: { title: 'A page' }, publish: true });

async function figuresOf(installation: Installation): Promise<Record<string, number>> {
  const { send, service, memoryMb } = installation;
  const ms = await mediansOf(rounds, {
    list: (round) => send('GET', `/v1/content/page?limit=20&where[title][ne]=${round}`),
    create: () => create(send),
  });
  const [startCommands, startCpu] = [await commandsSoFar(installation), await cpuSeconds(service.pid ?? 0)];
  await delay(idleSeconds * 1_000);
  const commands = (await commandsSoFar(installation)) - startCommands;
  return {
    'list, ms': ms.list,
    'published create, ms': ms.create,
    'commands of the idle process a second': commands / idleSeconds,
    'share of a core of the idle process':
      ((await cpuSeconds(service.pid ?? 0)) - startCpu + 0.001) / idleSeconds,
    'memory, MB': await memoryMb(),
  };
}

/** Commands that MongoDB received so far, those of the change stream and of this benchmark included. */
async function commandsSoFar({ app }: Installation): Promise<number> {
  const { opcounters } = (await clientOf(app.system).db('admin').command({ serverStatus: 1 })) as {
    opcounters: Record<string, number>;
  };
  return Object.values(opcounters).reduce((sum, each) => sum + each, 0);
}
