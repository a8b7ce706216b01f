import { mediansOf, openInstallation, report, type Send } from '../installation.ts';

const count = 200;
const rounds = 40;

/** Compares a project with 200 content types of eight fields with a project that has one. */
export async function measureTypes(): Promise<void> {
  const installation = await openInstallation({ READ_CACHE_BYTES: '1024' }); // too small for any response
  try {
    const one = (await installation.newProject(['en'])).send;
    const many = (await installation.newProject(['en'])).send;
    await defineTypes(one, 1);
    await defineTypes(many, count);
    const figures = [];
    for (const [name, request] of Object.entries(requests)) {
      const ms = await mediansOf(rounds, {
        one: (round) => request(one, round),
        many: (round) => request(many, round),
      });
      figures.push(
        { figure: `${name}: one type, ms`, value: ms.one },
        { figure: `${name}: ${count} types against one`, value: ms.many / ms.one },
      );
    }
    report(figures);
  } finally {
    await installation.stop();
  }
}

const fields = [
  ...Array.from({ length: 7 }, (_, i) => ({ key: `text_${i}`, type: 'string' })),
  { key: 'price', type: 'number' },
];

async function defineTypes(send: Send, types: number): Promise<void> {
  for (let i = 0; i < types; i += 1) await send('PUT', `/v1/schema/content-types/type_${i}`, { fields });
  for (let i = 0; i < 20; i += 1) await create(send);
}

const create = (send: Send) =>
  send('POST', '/v1/content/type_0/entries', { values: { text_0: 'A text', price: 5 }, publish: true });

const requests: Record<string, (send: Send, round: number) => Promise<unknown>> = {
  list: (send) => send('GET', '/v1/content/type_0?limit=20'),
  'published create': (send) => create(send),
  'change of one type': (send, round) =>
    send('PUT', '/v1/schema/content-types/type_0', { fields, name: `Round ${round}` }),
  'introspection of one type': (send) => send('GET', '/v1/introspection?types=type_0'),
  introspection: (send) => send('GET', '/v1/introspection'),
  'openapi.json': (send) => send('GET', '/v1/openapi.json'),
};
