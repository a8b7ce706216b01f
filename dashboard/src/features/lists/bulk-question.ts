import type { BulkPreview } from '../../../../src/dashboard/bulk/schema.ts';
import { formatted } from '../../components/base/counted.ts';

/** What a bulk change means for readers, as the text of the question before it. */
export function consequencesOf(preview: BulkPreview, isInRelease: boolean): string {
  const { action, total, live, scheduled, drafts } = preview;
  if (total === 0) return 'Nothing matches any more.';
  const say = (count: number, state: string) => (count === 0 ? [] : [`${share(count, total)} ${state}.`]);
  const them = total === 1 ? 'it' : 'them';
  const liveState = isInRelease ? 'published in this release' : 'live';
  if (action === 'publish') {
    const end = `Readers see ${them} ${isInRelease ? 'when the release goes live' : 'at once'}.`;
    return [...say(drafts, drafts === 1 ? 'a draft' : 'drafts'), ...say(scheduled, 'scheduled'), end].join(
      ' ',
    );
  }
  const unseen = isInRelease || live === 0 ? [] : [`Readers no longer get ${them}.`];
  const parts = [...say(live, liveState), ...unseen, ...say(scheduled, 'scheduled')];
  return parts.length === 0
    ? total === 1
      ? `It is not ${liveState}.`
      : `None of them is ${liveState}.`
    : parts.join(' ');
}

/** `It is`, `All of them are`, `1,102 of them are`. */
function share(count: number, total: number): string {
  if (total === 1) return 'It is';
  return `${count === total ? 'All' : formatted(count)} of them ${count === 1 ? 'is' : 'are'}`;
}
