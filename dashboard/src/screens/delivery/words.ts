import type { EditorTargets } from '../../../../src/contract/fields/links.ts';
import type { Backlog, ShownTarget, SentChange } from '../../../../src/delivery/purges/schema.ts';
import { counted } from '../../components/base/counted.ts';

export const formatNames: Readonly<Record<ShownTarget['format'], string>> = {
  signed: 'Your server',
  varnish: 'Varnish',
  fastly: 'Fastly',
  cloudflare: 'Cloudflare',
};

/** The content that a group of cache tags covers. */
const groupWords: Readonly<Record<string, string>> = {
  all: 'everything',
  types: 'the content types',
  content: 'all entries',
  blog: 'lists of the blog',
  kb: 'lists of the knowledge base',
  'blog-counts': 'numbers of articles in the blog',
  'kb-counts': 'numbers of articles in the knowledge base',
  authors: 'lists of authors',
  categories: 'lists of categories',
  shelves: 'the collections and sections',
  media: 'all media',
  test: 'nothing, as a test',
};

const kindWords: Readonly<Record<string, string>> = {
  ent: 'entry',
  art: 'article',
  kba: 'help article',
  aut: 'author',
  cat: 'category',
  kbc: 'collection',
  kbs: 'section',
  med: 'file',
  rel: 'release',
};

/** How many changes a target has not received yet. */
export function behindWords({ changes, everything }: Backlog): string {
  if (everything) return 'Everything';
  return changes === 0 ? 'Up to date' : counted(changes, 'change');
}

/** One tag in words: "author Nell", "lists of the blog", "lists of page". */
export function tagWords(tag: string, names: EditorTargets, releaseName: (id: string) => string): string {
  const [head = '', middle = ''] = tag.split(':');
  if (head === 'entries') return `lists of ${middle}`;
  if (head === 'type') return `the content type ${middle}`;
  const group = groupWords[head];
  if (group !== undefined && tag.includes(':')) return group;
  const kind = kindWords[tag.slice(0, tag.indexOf('_'))];
  if (kind === undefined) return tag;
  if (isReleaseTag(tag)) return `release ${releaseName(tag)}`;
  const target = names[tag];
  // The item was deleted, or the page has too many items to name all of them.
  if (target === undefined) return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
  return target.title === '' ? `untitled ${kind}` : `${kind} ${target.title}`;
}

/** Tags of single items come first, because they name what was changed. */
function rank(tag: string): number {
  return tag.includes(':') ? 1 : 0;
}

/** Every change in a release has the tag of the release, which says nothing about what changed. */
function isReleaseTag(tag: string): boolean {
  return tag.startsWith('rel_');
}

/** The content that a change affected, in words: single items first, and the release only if nothing else is named. */
export function changedThings(tags: readonly string[], wordsOf: (tag: string) => string): string[] {
  const contentTags = tags.filter((tag) => !isReleaseTag(tag));
  const sorted = [...(contentTags.length === 0 ? tags : contentTags)].sort((a, b) => rank(a) - rank(b));
  return [...new Set(sorted.map(wordsOf))];
}

/** A summary of a change: its first three tags, and the number of further tags. */
export function changeWords(
  { tags }: Pick<SentChange, 'tags'>,
  names: EditorTargets,
  releaseName: (id: string) => string,
): string {
  const words = changedThings(tags, (tag) => tagWords(tag, names, releaseName));
  const visibleWords = words.slice(0, 3);
  const hiddenCount = words.length - visibleWords.length;
  const summary = [...visibleWords, ...(hiddenCount > 0 ? [`${hiddenCount} more`] : [])].join(', ');
  return summary.charAt(0).toUpperCase() + summary.slice(1);
}
