import type { EditorArticleRow } from '../../../../../src/modules/articles/store/schema.ts';

export type LaneName = 'draft' | 'scheduled' | 'published';

/** The columns of the board, in the order of an article's life. */
export const lanes = [
  {
    name: 'draft',
    title: 'Drafts',
    sort: '-updated_at',
    empty: 'No drafts. Press N to create one.',
  },
  { name: 'scheduled', title: 'Scheduled', sort: 'published_at', empty: 'Nothing scheduled.' },
  { name: 'published', title: 'Live', sort: '-published_at', empty: 'Nothing live yet.' },
] as const satisfies readonly { name: LaneName; title: string; sort: string; empty: string }[];

/** The column next to an article's column; undefined at the ends. */
export function adjacentLane({ status }: EditorArticleRow, step: 1 | -1): LaneName | undefined {
  const at = lanes.findIndex(({ name }) => name === status);
  return at === -1 ? undefined : lanes[at + step]?.name;
}
