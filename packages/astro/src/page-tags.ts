/** More than these no page carries: caches bound the header. */
export const tagsMax = 64;

/** The group that is purged whenever one of a kind is; `:` and the project's code follow. */
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
 * At most 64 tags in place of all that the reads of a page named: the kind with the most becomes its group, as the
 * service does it for one read. What purges one of the tags purges the group too, so nothing is missed.
 */
export function pageTags(seen: readonly string[]): string[] {
  const tags = new Set(seen);
  const all = seen.find((tag) => tag.startsWith('all:'));
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
  let most = 1; // one tag that becomes its group saves nothing
  for (const kind of Object.keys(groups)) {
    const count = [...tags].filter((tag) => tag.startsWith(kind)).length;
    if (count > most) [largest, most] = [kind, count];
  }
  return largest;
}
