import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { fixedPort } from '../../../support/fixed-port.ts';
import { runServer } from '../../../support/program.ts';
import { createApp } from '../../../../src/server/app.ts';
import { readConfig } from '../../../../src/core/settings/config.ts';
import { listenWith } from '../../../support/stand-in-server.ts';
import { startService, testVariables } from '../../../support/service.ts';
import { databaseOf } from '../../../support/database.ts';

vi.setConfig({ testTimeout: 120_000 }); // processes start slowly on a busy machine

interface Answer {
  status: number | undefined;
  connection: string | undefined;
  body: string;
}

async function ask(url: string, agent: Agent): Promise<Answer> {
  const [answer] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of answer) body += String(chunk);
  return { status: answer.statusCode, connection: answer.headers.connection, body };
}

describe('SIGTERM', () => {
  it('makes /readyz say 503 at once, while requests are answered on connections that end, until the drain is over', async () => {
    const port = String(await fixedPort());
    const { DRAIN_SECONDS: _, ...variables } = testVariables({ PORT: port, LOG_LEVEL: 'info' });
    const program = runServer({
      env: { ...(variables as Record<string, string>), DRAIN_SECONDS: '3' },
    });
    await expect.poll(() => program.err, { timeout: 60_000 }).toContain('Galley serves');
    const url = `http://127.0.0.1:${port}`;
    const agent = new Agent({ keepAlive: true });
    expect(await ask(`${url}/healthz`, agent)).toMatchObject({ status: 200, connection: 'keep-alive' });

    program.process.kill('SIGTERM');

    await expect.poll(() => ask(`${url}/readyz`, agent)).toMatchObject({ status: 503, connection: 'close' });
    expect(await ask(`${url}/healthz`, agent)).toMatchObject({ status: 200, connection: 'close' });
    expect(await ask(`${url}/v1/ping`, new Agent())).toMatchObject({ status: 401, connection: 'close' });
    expect(await program.ended()).toBe(0);
    expect(program.err).toMatch(/"signal":"SIGTERM","drain_seconds":3,"msg":"Galley is stopping"/);
    expect(program.err).toContain('"msg":"Galley has stopped"');
  });
});

describe('GET /readyz', () => {
  it('is not ready on OPS_PORT before the main port listens', async () => {
    const opsPort = await fixedPort();
    const app = await createApp(readConfig(testVariables({ OPS_PORT: String(opsPort), ROLE: 'api' })));
    await app.start();
    const readyz = async () => (await fetch(`http://127.0.0.1:${opsPort}/readyz`)).status;

    expect(await readyz()).toBe(503);
    app.http.listen(0, '127.0.0.1');
    await expect.poll(readyz).toBe(200);
    app.http.close();
    await databaseOf(app.system).dropDatabase();
    await app.close();
  });

  it('answers from memory while the storage hangs, and says so', async () => {
    const silent = await listenWith(() => undefined);
    const service = await startService({ S3_ENDPOINT: silent.origin });
    const times: number[] = [];
    const readyz = async () => {
      const begun = performance.now();
      const answer = await fetch(`${service.url}/readyz`);
      const { problems } = (await answer.json()) as { problems: { part: string }[] };
      times.push(performance.now() - begun);
      return problems.map(({ part }) => part);
    };

    await expect.poll(readyz, { timeout: 20_000 }).toContain('storage');

    expect(Math.min(...times)).toBeLessThan(50);
    expect(times.filter((ms) => ms > 1_000)).toEqual([]);
    await silent.stop();
  });
});
