import { type IdKind, idPrefixes, isId } from '../ids.ts';

/** Maximum tags of a read's response, of a change, and of a stored event. */
export const tagsMax = { read: 64, change: 256, event: 64 } as const;

/**
 * Tags of groups (docs/build/cache-tags.md). Inside the service tags don't contain the project; `withProjectCode`
 * appends its code, because projects can share a cache.
 */
export const groups = {
  all: 'all',
  types: 'types',
  content: 'content',
  blog: 'blog',
  kb: 'kb',
  blogCounts: 'blog-counts',
  kbCounts: 'kb-counts',
  authors: 'authors',
  categories: 'categories',
  shelves: 'shelves',
  media: 'media',
} as const;

/** The kinds whose ids are tags, and the group that replaces many ids of a kind. */
const groupOfKind = {
  entry: groups.content,
  blog_article: groups.blog,
  kb_article: groups.kb,
  author: groups.authors,
  blog_category: groups.categories,
  kb_collection: groups.shelves,
  kb_section: groups.shelves,
  media: groups.media,
} as const satisfies Partial<Record<IdKind, string>>;

export type TaggedKind = keyof typeof groupOfKind;

export function groupOf(kind: TaggedKind): string {
  return groupOfKind[kind];
}

/** The tag of all entries of a content type. */
export function entriesOf(type: string): string {
  return `entries:${type}`;
}

/** The group of the article counts of each module. */
export const countsOf = { blog: groups.blogCounts, kb: groups.kbCounts } as const;

/** The tag of the number of live articles of an author, a category, a collection or a section. */
export function countOf(module: keyof typeof countsOf, id: string): string {
  return `${countsOf[module]}:${id}`;
}

/** The tag of a type's definition, including the blocks that it uses. */
export function definitionOf(type: string): string {
  return `type:${type}`;
}

const slugForm = /^[a-z0-9_-]{1,63}$/;

/** Whether a text can be a type's slug; requests can contain any text. */
export function isTypeSlug(text: string): boolean {
  return slugForm.test(text);
}

/** The form of a tag in responses and purges. */
export const tagForm = /^[a-z0-9_:-]{1,100}$/;

const idForm = new RegExp(`^(${Object.values(idPrefixes).join('|')})_[0-9a-z]{26}$`);

/** Returns tags as responses contain them: ids unchanged, groups with the code of the project. */
export function withProjectCode(tags: Iterable<string>, projectId: string): string[] {
  const code = projectId.slice(-8);
  return [...tags].map((tag) => (idForm.test(tag) ? tag : `${tag}:${code}`));
}

/** Whether the tag is a release's; only secret keys receive those. */
export function isReleaseTag(tag: string): boolean {
  return isId('release', tag);
}

/** The tags of a read, each with the group that can replace it; null for a tag that can't be replaced. */
export type CollectedTags = ReadonlyMap<string, string | null>;

/**
 * Reduces the tags of a read to at most `most`: while there are more, the group replaces the kind with the
 * most tags. Changes send the groups of their tags too, so a purge finds the response either way.
 * @param most - at least the number of groups plus the release
 */
export function collapse(tags: CollectedTags, most: number): string[] {
  const kinds = new Map<string | null, Set<string>>();
  let count = 0;
  const add = (tag: string, group: string | null) => {
    const kind = kinds.get(group) ?? new Set();
    kinds.set(group, kind);
    if (!kind.has(tag)) count += 1;
    kind.add(tag);
  };
  for (const [tag, group] of tags) add(tag, group);
  while (count > most) {
    const [group, members] = largest(kinds);
    if (group === null) break; // only groups are left, which are few
    kinds.delete(group);
    count -= members.size;
    add(group, groupAbove(group));
  }
  return [...new Set([...kinds.values()].flatMap((members) => [...members]))].sort();
}

function largest(
  kinds: ReadonlyMap<string | null, ReadonlySet<string>>,
): [string | null, ReadonlySet<string>] {
  let result: [string | null, ReadonlySet<string>] = [null, new Set()];
  for (const [group, members] of kinds)
    if (group !== null && members.size > result[1].size) result = [group, members];
  return result;
}

/** The group that replaces a group. */
export function groupAbove(group: string): string | null {
  return group.startsWith('entries:') ? groups.content : null;
}

/**
 * The tags that one change sends to caches. `hidden` are ids that readers don't see before or after the
 * change.
 */
export interface ChangeTags {
  tags: readonly string[];
  hidden?: readonly string[];
  /** For a change in one release: outside the default release, only the release's tag is sent. */
  releaseId?: string;
}

/** For a change that no response shows. */
export const noChangeTags: ChangeTags = { tags: [] };

export function changeTags(...tags: readonly string[]): ChangeTags {
  return { tags };
}

/** Returns the tags of a changed item: its id and its group. */
export function itemChangeTags(kind: TaggedKind, id: string): ChangeTags {
  return { tags: [id, groupOf(kind)] };
}

/**
 * Moves the id to `hidden` if readers don't see the item before or after the change; only secret keys
 * receive hidden ids.
 */
export function hideUnseenId(
  { tags: [id = '', ...groups], ...rest }: ChangeTags,
  isVisible: boolean,
): ChangeTags {
  return isVisible ? { ...rest, tags: [id, ...groups] } : { ...rest, tags: groups, hidden: [id] };
}

/** Returns the tags of changed or deleted definitions. */
export function definitionChangeTags(types: Iterable<string>, releaseId: string): ChangeTags {
  return { tags: [...[...types].map(definitionOf), groups.types], releaseId };
}

/**
 * Returns at most `most` tags of changes. More tags become `all`: a group would miss responses that only
 * carry the ids of its members.
 */
export function limitTags(tags: ReadonlySet<string>, most: number): string[] {
  return tags.size > most ? [groups.all] : [...tags].sort();
}
