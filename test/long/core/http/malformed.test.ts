import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { errors } from '../../../../src/contract/errors/errors.ts';
import { dashboardPath } from '../../../../src/core/http/dashboard/dashboard-route.ts';
import { defineType } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startMediaService } from '../../../support/media.ts';
import { inShort, type OddRequest, oddRequestTo, type RequestTarget } from '../../../support/odd-requests.ts';
import { sampleBodies, sampleVariables, thingOf } from '../../../support/route-samples.ts';
import { dashboardRoutes, routes } from '../../../support/assembly.ts';

/** `npm run fuzz` sends more of them, and FUZZ_SEED others. Seeds that found something stay here. */
const requestCount = Number(process.env['FUZZ_REQUESTS'] ?? 8_000); // enough that chance leaves none of the routes out
const seeds = process.env['FUZZ_SEED'] === undefined ? [20261120, 35] : [Number(process.env['FUZZ_SEED'])];
const atOnce = 16;
const cpuMsMax = 100;

const { service } = await startMediaService();
const fields = 'title text body n on day tone at photos by to nope __proto__'.split(' ');
let targets: RequestTarget[];
beforeAll(async () => {
  const project = await service.newProject();
  const things = await sampleVariables(project);
  await defineType(project, 'page', [
    { key: 'title', type: 'string', required: true },
    { key: 'text', type: 'text' },
    { key: 'body', type: 'richtext' },
    { key: 'n', type: 'number' },
    { key: 'on', type: 'boolean' },
    { key: 'day', type: 'date' },
    { key: 'tone', type: 'select', options: { choices: ['a', 'b'] } },
    { key: 'at', type: 'url' },
    { key: 'photos', type: 'gallery' },
    { key: 'by', type: 'link', options: { target: 'author' } },
    { key: 'to', type: 'reference_list', options: { content_type: 'page' } },
  ]);
  const api = routes.map(({ method, path }): RequestTarget => {
    const goodBody = sampleBodies[`${method} ${path}`] ?? { title: 'T', name: 'N' };
    const headers = { Authorization: `Bearer ${project.secret.token}` };
    return { method, path, goodBody, headers, variables: things[thingOf(path) ?? ''] ?? {} };
  });
  const member = await signedIn(service, project.id, 'owner');
  const headers = { Cookie: member.cookie ?? '', 'X-CSRF-Token': member.csrf ?? '' };
  const own = dashboardRoutes
    .filter(({ method, path }) => !(method === 'DELETE' && path === '/session')) // it would be the last request
    .map((route): RequestTarget => {
      const path = `/dashboard/api${dashboardPath(route)}`;
      const variables = { ...things[thingOf(route.path) ?? ''], projectId: project.id };
      return { method: route.method, path, goodBody: { name: 'N' }, headers, variables };
    });
  targets = [...api, ...own];
});

interface Got {
  status: number;
  type: string;
  requestId: string;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: atOnce });

function send({ method, path, headers, body }: OddRequest): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asking = request(`${service.url}/`, { agent, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: String(response.headers['content-type'] ?? ''),
          requestId: String(response.headers['x-request-id']),
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    asking.on('error', reject);
    asking.end(body ?? undefined);
  });
}

/** What is wrong with an answer, or null. */
function complaint({ method }: OddRequest, { status, type, requestId, text }: Got): string | null {
  if (status >= 500) return 'a failure of the service';
  if (!/^req_[0-9a-z]{26}$/.test(requestId)) return 'no request id';
  if (status < 400 || method === 'HEAD') return null;
  if (!type.startsWith('application/json')) return `an error of type ${type}`;
  const { error } = JSON.parse(text) as { error?: Record<string, unknown> };
  const { code, message, request_id, doc_url } = error ?? {};
  if (typeof code !== 'string' || !(code in errors)) return 'no code of the catalogue';
  if (errors[code as keyof typeof errors].status !== status) return 'a status that is not the code’s';
  return typeof message === 'string' && request_id === requestId && String(doc_url).endsWith(code)
    ? null
    : 'no whole envelope';
}

/** Time that the process worked, on all threads, the client's part and the checks of answers included. */
async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of a few times: a collection of garbage belongs to no request. */
async function leastCpuMs(sent: OddRequest): Promise<number> {
  let least = Infinity;
  for (let i = 0; i < 4 && least > cpuMsMax; i += 1) least = Math.min(least, await cpuMsOf(() => send(sent)));
  return least;
}

const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
const namesOf = () => prototypes.map((prototype) => Object.getOwnPropertyNames(prototype).sort());

describe(`${requestCount} random requests over every route`, () => {
  it.each(seeds)(
    'give no 5xx and always the envelope, each in 100 ms of CPU (seed %i)',
    { timeout: 900_000 },
    async (seed) => {
      const before = namesOf();
      const statuses = new Map<number, number>();
      const asked = new Set<string>();
      const anyRequest = fc
        .constantFrom(...targets)
        .chain((target) => oddRequestTo(target, fields).map((sent) => ({ target, sent })));

      await fc.assert(
        fc.asyncProperty(fc.array(anyRequest, { minLength: atOnce, maxLength: atOnce }), async (batch) => {
          let bad: string | null = null;
          const cpuMs = await cpuMsOf(() =>
            Promise.all(
              batch.map(async ({ target, sent }) => {
                const got = await send(sent);
                statuses.set(got.status, (statuses.get(got.status) ?? 0) + 1);
                asked.add(`${target.method} ${target.path}`);
                const wrong = complaint(sent, got);
                if (wrong !== null)
                  bad = `${wrong}: ${got.status} ${got.text.slice(0, 600)} to ${inShort(sent)}`;
              }),
            ),
          );
          if (bad !== null) throw new Error(bad);
          if (cpuMs < cpuMsMax) return;
          for (const { sent } of batch) {
            const ms = await leastCpuMs(sent);
            if (ms > cpuMsMax) throw new Error(`${Math.round(ms)} ms of CPU for ${inShort(sent)}`);
          }
        }),
        { seed, numRuns: Math.ceil(requestCount / atOnce / seeds.length), endOnFailure: true },
      );

      expect(namesOf()).toEqual(before);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
      const count = [...statuses.values()].reduce((sum, some) => sum + some, 0);
      expect(statuses.get(400)).toBeGreaterThan(count / 4); // they do reach the checks
      expect([...statuses.keys()].some((status) => status < 300)).toBe(true);
      expect(asked.size).toBe(targets.length);
    },
  );
});
