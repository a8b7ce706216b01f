import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startService } from '../support/service.ts';
import { newKnowledgeBase } from './knowledge-base.ts';

const service = await startService();
const guide = readFileSync(new URL('../../docs/knowledge-base.md', import.meta.url), 'utf8');
/** The shell blocks of the guide; the first one only says where the service is. */
const [settings = '', ...blocks] = [...guide.matchAll(/```sh\n(.*?)```/gs)].map((match) => match[1] ?? '');

describe('docs/knowledge-base.md', () => {
  it('has requests that work when pasted one after another', async () => {
    const kb = await newKnowledgeBase(service);
    const names = [...settings.matchAll(/^(\w+)=/gm)].map((match) => match[1]);
    expect(names).toEqual(['BASE', 'KEY', 'PUBLIC']);
    const env = { ...process.env, BASE: service.url, KEY: kb.secret.token, PUBLIC: kb.publishable.token };

    const script = `set -euo pipefail\n${blocks.join('\n')}`;
    await promisify(execFile)('bash', ['-c', script], { env });

    expect(await kb.slugs()).toEqual(['a-first-look-around', 'draining-the-water-tank']);
    const read = await kb.publishable.get('/v1/kb/articles/draining-the-water-tank');
    expect(read.body).toMatchObject({
      section: { slug: 'winter-storage' },
      review_interval_days: 365,
      last_reviewed_at: expect.any(String),
      helpful_count: 1,
    });
  });
});
