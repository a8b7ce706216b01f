/** The most cache tags of one page. CDNs limit the length of the header. */
export const tagsMax = 64;

/** The group tag in every purge of a kind of tag, without `:` and the code of the project. */
const groups: Readonly<Record<string, string>> = {
  ent_: 'content',
  art_: 'blog',
  kba_: 'kb',
  aut_: 'authors',
  cat_: 'categories',
  kbc_: 'shelves',
  kbs_: 'shelves',
  med_: 'media',
  'type:': 'types',
  'entries:': 'content',
  'blog-counts:': 'blog-counts',
  'kb-counts:': 'kb-counts',
};

/**
 * Reduces the cache tags of a page to at most 64, like the service does for one read: the most frequent kind of tag is
 * replaced by its group. Every purge of a tag also contains the tag's group, so the page is still purged.
 */
export function pageTags(readTags: readonly string[]): string[] {
  const tags = new Set(readTags);
  const all = readTags.find((tag) => tag.startsWith('all:'));
  const code = all?.slice('all:'.length);
  while (tags.size > tagsMax) {
    const kind = largestKind(tags);
    const group = kind === null ? undefined : groups[kind];
    if (kind === null || group === undefined || code === undefined) return all === undefined ? [] : [all];
    for (const tag of [...tags]) if (tag.startsWith(kind)) tags.delete(tag);
    tags.add(`${group}:${code}`);
  }
  return [...tags];
}

function largestKind(tags: ReadonlySet<string>): string | null {
  let largest: string | null = null;
  let largestCount = 1; // replacing a single tag saves nothing
  for (const kind of Object.keys(groups)) {
    const count = [...tags].filter((tag) => tag.startsWith(kind)).length;
    if (count > largestCount) [largest, largestCount] = [kind, count];
  }
  return largest;
}
