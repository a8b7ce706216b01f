import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fixedPort } from '../../../support/fixed-port.ts';
import { createEndpoint } from '../../../../src/delivery/webhooks/service.ts';
import { listDeliveries } from '../../../../src/delivery/queue/service.ts';
import { emitTestEvents } from '../../../support/events.ts';
import { guideBlocks } from '../../../support/guide.ts';
import { type Program, run } from '../../../support/program.ts';
import { expectedSignature } from '../../../support/receiver.ts';
import { startService } from '../../../support/service.ts';
import { tester } from '../../../support/actor.ts';
import { databaseOf } from '../../../support/database.ts';

const service = await startService({
  WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
  WEBHOOK_RETRY_SECONDS: '0.5,0.5',
});
const { app } = service;
await app.start();

const folder = mkdtempSync(join(tmpdir(), 'galley-receivers-'));
const running: Program[] = [];
afterAll(() => running.forEach((program) => program.process.kill('SIGKILL')));

/** The receivers of the guide: how the block in this language is run, if the machine can. */
const receivers = [
  { language: 'js', file: 'receiver.mjs', needs: ['node', '--version'], command: ['node', 'receiver.mjs'] },
  {
    language: 'python',
    file: 'receiver.py',
    needs: ['python3', '--version'],
    command: ['python3', 'receiver.py'],
  },
  {
    language: 'go',
    file: 'receiver.go',
    needs: ['go', 'version'],
    build: ['go', 'build', '-o', 'receiver', 'receiver.go'],
    command: ['./receiver'],
  },
  {
    language: 'php',
    file: 'receiver.php',
    needs: ['php', '--version'],
    command: ['php', '-S', '127.0.0.1:PORT', 'receiver.php'],
  },
];

function isHere([program = '', ...args]: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs a receiver as the guide has it, and waits until it answers. */
async function startReceiver({ language, file, build, command }: (typeof receivers)[number], secret: string) {
  writeFileSync(join(folder, file), guideBlocks('build/webhooks.md', language).join('\n'));
  if (build !== undefined) execFileSync(build[0] ?? '', build.slice(1), { cwd: folder });
  const port = String(await fixedPort());
  const [name = '', ...args] = command.map((part) => part.replace('PORT', port));
  const program = run(name, args, {
    cwd: folder,
    env: { HOME: process.env['HOME'] ?? '', PORT: port, SIGNING_SECRET: secret },
  });
  running.push(program);
  const url = `http://127.0.0.1:${port}/`;
  const answers = () => fetch(url, { method: 'POST', body: '{}' }).then(({ status }) => status);
  await expect.poll(() => answers().catch(() => program.err), { timeout: 20_000 }).toBe(400);
  return { url, program };
}

const secondsNow = () => Math.floor(Date.now() / 1000);

interface Forged {
  secret?: string;
  at?: string;
  body?: string;
  sent?: (signature: string) => string | null;
}

/** What is posted beside a genuine delivery, and what a receiver should answer. */
const cases: [what: string, status: number, forged: () => Forged][] = [
  ['a genuine delivery', 204, () => ({})],
  ['one that was signed 290 s ago', 204, () => ({ at: String(secondsNow() - 290) })],
  ['one that was signed 302 s ago', 400, () => ({ at: String(secondsNow() - 302) })],
  ['one that will be signed in 310 s', 400, () => ({ at: String(secondsNow() + 310) })],
  ['one signed with another secret', 400, () => ({ secret: 'whsec_another' })],
  ['one whose body was altered', 400, () => ({ body: '{"id":"whd_2","event":"*","data":{"url":"/"}}' })],
  ['one without a signature', 400, () => ({ sent: () => null })],
  ['one with the bare digest', 400, () => ({ sent: (text) => text.replace('sha256=', '') })],
  ['one with half a digest', 400, () => ({ sent: (text) => text.slice(0, 40) })],
  ['one with more than a digest', 400, () => ({ sent: (text) => `${text}00` })],
  ['one whose signature is no ASCII', 400, () => ({ sent: (text) => text.replace(/.$/, 'é') })],
  ['one with an empty timestamp', 400, () => ({ at: '' })],
  ['one with a timestamp that is no number', 400, () => ({ at: `${secondsNow()}x` })],
  ['one with a timestamp in fractions', 400, () => ({ at: `${secondsNow()}.5` })],
];

describe.each(receivers)('the receiver in $language', (receiver) => {
  it.skipIf(!isHere(receiver.needs))(
    'takes what Galley sends, and nothing that is forged, altered or old',
    async () => {
      const project = await service.newProject();
      const db = app.system.project(project.id);
      const by = { now: app.clock.now(), actor: tester, box: app.box };
      const made = await createEndpoint(db, { url: 'http://127.0.0.1:1/' }, by);
      const { url, program } = await startReceiver(receiver, made.secret);
      await databaseOf(app.system)
        .collection('webhook_endpoints')
        .updateOne({ project_id: project.id }, { $set: { url } }); // its port is known only now

      await emitTestEvents(app, project.id, {
        data: { title: 'Käse – 奶酪 ✓', url: '/v1/content/page/ent_1' },
      });
      const outcome = async () => (await listDeliveries(db, { endpointId: made.endpoint.id }, 1))[0];
      await expect.poll(async () => (await outcome())?.state, { timeout: 10_000 }).toBe('delivered');
      const sent = await outcome();
      expect(sent?.attempts).toMatchObject([{ status: 204 }]);
      await expect
        .poll(() => program.out + program.err)
        .toContain(`${sent?.id} content.entry.updated /v1/content/page/ent_1`);

      const body = sent?.body ?? '';
      for (const [what, status, forge] of cases) {
        const { secret = made.secret, at = String(secondsNow()), body: altered = body, sent: pass } = forge();
        const digest = expectedSignature(secret, { headers: { 'x-service-timestamp': at }, raw: body });
        const given = pass === undefined ? digest : pass(digest);
        const answer = await fetch(url, {
          method: 'POST',
          headers: {
            'X-Service-Timestamp': at,
            ...(given === null ? {} : { 'X-Service-Signature': given }),
          },
          body: altered,
        });
        expect(answer.status, what).toBe(status);
      }
    },
    120_000,
  );
});
