import { describe, expect, it } from 'vitest';
import { minuteMs } from '../../../../src/contract/time.ts';
import { setClock } from '../../../support/publishing/clock.ts';
import { refusal } from '../../../support/content.ts';
import { signedIn } from '../../../support/dashboard.ts';
import { startOwnService } from '../../../support/service.ts';

const service = await startOwnService();
const start = Date.parse('2027-03-01T09:00:00.000Z');

async function varnishTarget() {
  setClock(service, start);
  const project = await service.newProject();
  const owner = await signedIn(service, project.id, 'owner');
  const send = (method: string, path: string, body?: unknown) =>
    owner.send(method, `/projects/${project.id}/purge-targets${path}`, body);
  const input = { format: 'varnish', url: 'https://one.example/purge', token: 'first-token' };
  const { target } = (await send('POST', '', input)).body;
  const change = (body: object) => send('PATCH', `/${target.id}`, body);
  return { change };
}

describe('the token of a purge target', () => {
  it('must be sent with a new url, so that the old one never reaches another address', async () => {
    const { change } = await varnishTarget();
    const url = 'https://two.example/purge';

    const without = await change({ url });
    const unchanged = await change({ url: 'https://one.example/purge' });
    const complete = await change({ url, token: 'second-token' });

    expect([without.status, without.body.error.code, without.body.error.param]).toEqual([
      400,
      'missing_required_field',
      'token',
    ]);
    expect([unchanged.status, complete.status, complete.body.url]).toEqual([200, 200, url]);
  });

  it.each([{ token: 'another-token' }, { url: 'https://two.example/', token: 'another-token' }])(
    'changes after a step-up alone: %j',
    async (body) => {
      const { change } = await varnishTarget();
      setClock(service, start + 11 * minuteMs);

      const { status, body: answered } = await change(body);

      expect([status, answered.error?.code]).toEqual([403, 'step_up_required']);
      expect((await change({ every_seconds: 5 })).status).toBe(200);
    },
  );
});

describe('the url of a purge target', () => {
  it.each([
    'https://user:word@one.example/',
    'https://evil.example\\@one.example/',
    'https://one.example/\r\nX: 1',
  ])('is rejected where it is misleading: %j', async (url) => {
    const { change } = await varnishTarget();

    expect(refusal((await change({ url, token: 'another-token' })) as never)).toEqual([
      400,
      'invalid_field_value',
      'url',
    ]);
  });
});
