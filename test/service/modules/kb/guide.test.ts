import { describe, expect, it } from 'vitest';
import { pasteGuide } from '../../../support/guide.ts';
import { startService } from '../../../support/service.ts';
import { newKnowledgeBase } from '../../../support/kb/knowledge-base.ts';

const service = await startService();

describe('docs/model/knowledge-base.md', () => {
  it('has requests that work when pasted one after another', async () => {
    const kb = await newKnowledgeBase(service);

    await pasteGuide('model/knowledge-base.md', service, kb);

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
