import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../support/client.ts';
import { refusal } from '../../support/content.ts';
import { startOwnService } from '../../support/service.ts';

const service = await startOwnService();
const stranger = new ApiClient(service.url, null);

describe.each(['/dashboard/api/session', '/dashboard/api/set-up'])('POST %s', (path) => {
  it('takes a body of 8 KiB and no more, whatever the bound of other bodies', async () => {
    const padded = (length: number) => ({ raw: JSON.stringify({ email: 'a@b.test' }).padEnd(length) });

    expect(refusal(await stranger.send('POST', path, padded(8_192)))[0]).toBe(400);
    const answer = await stranger.send('POST', path, padded(8_193));
    expect(refusal(answer)).toEqual([413, 'payload_too_large', undefined]);
  });

  it('takes no packed body', async () => {
    const raw = gzipSync(JSON.stringify({ email: 'a@b.test', password: 'guess' }));

    const answer = await stranger.send('POST', path, { raw, headers: { 'Content-Encoding': 'gzip' } });

    expect(refusal(answer)).toEqual([415, 'unsupported_media_type', undefined]);
  });
});
