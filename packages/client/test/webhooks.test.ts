import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type VerifyOptions, verifyWebhook } from '../src/webhooks.ts';

const secret = 'whsec_abc';
const at = 1_800_000_000;
const body = '{"id":"whd_1","event":"blog.article.published","created_at":"","data":{"slug":"é"}}';
const bytes = new TextEncoder().encode(body);
/** As the specification words it ("Signature"). */
const digest = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
const headers = { 'X-Service-Timestamp': String(at), 'X-Service-Signature': `sha256=${digest}` };
const atSecond = (second: number): VerifyOptions => ({ now: new Date(second * 1000) });

describe('verifyWebhook', () => {
  it('reads what the service signed, from text or bytes, under headers of any form', async () => {
    const node = {
      'x-service-timestamp': [String(at)],
      'x-service-signature': headers['X-Service-Signature'],
    };

    for (const raw of [body, bytes]) {
      for (const sent of [headers, node, new Headers(headers)]) {
        const delivery = await verifyWebhook(raw, sent, secret, atSecond(at));
        expect(delivery).toMatchObject({ id: 'whd_1', data: { slug: 'é' } });
      }
    }
  });

  it.each([
    ['of another body', 'wrong_signature', { raw: body.replace('whd_1', 'whd_2') }],
    ['of another secret', 'wrong_signature', { key: 'whsec_abd' }],
    [
      'with a moved timestamp',
      'wrong_signature',
      { sent: { ...headers, 'X-Service-Timestamp': String(at + 1) } },
    ],
    [
      'in capitals',
      'wrong_signature',
      { sent: { ...headers, 'X-Service-Signature': headers['X-Service-Signature'].toUpperCase() } },
    ],
    [
      'cut short',
      'wrong_signature',
      { sent: { ...headers, 'X-Service-Signature': headers['X-Service-Signature'].slice(0, -1) } },
    ],
    ['without a signature', 'missing_header', { sent: { 'X-Service-Timestamp': String(at) } }],
    [
      'without a timestamp',
      'missing_header',
      { sent: { 'X-Service-Signature': headers['X-Service-Signature'] } },
    ],
    ['with a timestamp in words', 'bad_timestamp', { sent: { ...headers, 'X-Service-Timestamp': 'now' } }],
    ['301 s old', 'too_old_or_early', { now: at + 301 }],
    ['301 s early', 'too_old_or_early', { now: at - 301 }],
  ])(
    'refuses a request %s: %s',
    async (
      _,
      reason,
      {
        raw = body,
        key = secret,
        sent = headers,
        now = at,
      }: { raw?: string; key?: string; sent?: Record<string, string>; now?: number },
    ) => {
      await expect(verifyWebhook(raw, sent, key, atSecond(now))).rejects.toMatchObject({
        name: 'WebhookError',
        reason,
      });
    },
  );

  it('takes 300 s of difference, or as much as it is told', async () => {
    await verifyWebhook(body, headers, secret, atSecond(at + 300));
    await verifyWebhook(body, headers, secret, { ...atSecond(at + 900), toleranceSeconds: 900 });
  });
});
