import { describe, expect, it } from 'vitest';
import { applyChange } from '../../../../src/lifecycle/publishing/state-machine.ts';
import {
  change,
  draft,
  drifted,
  future,
  hidden,
  now,
  published,
  scheduled,
} from '../../../support/publishing/items.ts';

describe('the publishing state machine', () => {
  it('keeps the first publication date through edits and republications', () => {
    const again = applyChange(hidden, change({ a: 9 }, { publish: true }), now).after;
    expect(again.published_at).toEqual(published.published_at);
  });

  it('uses the date that a draft still has, unless null asks for now', () => {
    const back = applyChange(scheduled, change({}, { publish: false }), now).after;

    expect(applyChange(back, change({}, { publish: true }), now).after).toMatchObject({
      status: 'scheduled',
      live_at: future,
    });
    expect(applyChange(back, change({}, { publish: true, publishedAt: null }), now).after).toMatchObject({
      status: 'published',
      published_at: now,
    });
  });

  it('counts revisions: each change one, live_revision the last one that readers could see', () => {
    expect([draft.revision, draft.live_revision]).toEqual([1, null]);
    expect([published.revision, published.live_revision]).toEqual([1, 1]);
    expect([drifted.revision, drifted.live_revision]).toEqual([2, 1]);
    const edited = applyChange(drifted, change({ b: 5 }), now).after;
    expect([edited.revision, edited.live_revision]).toEqual([3, 3]);
  });

  it('changes nothing at all when nothing changes: same revision, same updated_at', () => {
    const { after, isChanged } = applyChange(published, change({ a: 1 }), now);

    expect(isChanged).toBe(false);
    expect(after).toBe(published);
  });

  it('says until when a live item is hidden by a future date', () => {
    const hide = change({}, { publish: true, publishedAt: future });
    expect(applyChange(published, hide, now).hiddenUntil).toEqual(future);
    expect(applyChange(draft, hide, now).hiddenUntil).toBeNull();
  });
});
