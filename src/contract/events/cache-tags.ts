import { type IdKind, idPrefixes, isId } from '../ids.ts';

/** How many tags one read may carry, one change may send, and one event may store. */
export const tagsMax = { read: 64, change: 256, event: 64 } as const;

/**
 * What many things are called together (docs/delivery.md). Inside the service tags go without the project; `named` puts
 * its code behind them, since caches of several projects may be one.
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

/** The kinds of things that are called by their id, and the group that many of them become. */
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

/** The group of all things of a kind. */
export function groupOf(kind: TaggedKind): string {
  return groupOfKind[kind];
}

/** All entries of a content type. */
export function entriesOf(type: string): string {
  return `entries:${type}`;
}

/** The modules of which articles are counted. */
export const countsOf = { blog: groups.blogCounts, kb: groups.kbCounts } as const;

/** How many live articles of a module an author, a category or a shelf has. */
export function countOf(module: keyof typeof countsOf, id: string): string {
  return `${countsOf[module]}:${id}`;
}

/** The definition of a content type, with the blocks that it leads to. */
export function definitionOf(type: string): string {
  return `type:${type}`;
}

const slugForm = /^[a-z0-9_-]{1,63}$/;

/** Whether a type can be called so: what was asked for may be any text. */
export function isTypeSlug(text: string): boolean {
  return slugForm.test(text);
}

/** The form of a tag as it is sent and received. */
export const tagForm = /^[a-z0-9_:-]{1,100}$/;

const idForm = new RegExp(`^(${Object.values(idPrefixes).join('|')})_[0-9a-z]{26}$`);

/** Tags as they are sent: ids as they are, groups with the code of their project. */
export function named(tags: Iterable<string>, projectId: string): string[] {
  const code = projectId.slice(-8);
  return [...tags].map((tag) => (idForm.test(tag) ? tag : `${tag}:${code}`));
}

/** Whether a tag is of a release: those are for secret keys alone. */
export function isReleaseTag(tag: string): boolean {
  return isId('release', tag);
}

/** The tags of a read, each with the group that it becomes where there are too many; null for what becomes none. */
export type NotedTags = ReadonlyMap<string, string | null>;

/**
 * The tags of a read, at most `most` of them: while there are more, the kind with most of them becomes its group. A
 * sender of a tag sends the groups above it too, so that a group is found wherever one of its members was.
 * @param most - not below the number of groups, and the release
 */
export function collapse(tags: NotedTags, most: number): string[] {
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
    if (group === null) break; // groups alone: they are few
    kinds.delete(group);
    count -= members.size;
    add(group, groupAbove(group));
  }
  return [...new Set([...kinds.values()].flatMap((members) => [...members]))].sort();
}

function largest(
  kinds: ReadonlyMap<string | null, ReadonlySet<string>>,
): [string | null, ReadonlySet<string>] {
  let found: [string | null, ReadonlySet<string>] = [null, new Set()];
  for (const [group, members] of kinds)
    if (group !== null && members.size > found[1].size) found = [group, members];
  return found;
}

/** What a group becomes in turn. */
export function groupAbove(group: string): string | null {
  return group.startsWith('entries:') ? groups.content : null;
}

/** What one change tells caches; `hidden` are ids that readers see neither before nor after it. */
export interface ChangeTags {
  tags: readonly string[];
  hidden?: readonly string[];
  /** Of a change in one release: outside of the default one only its tag is sent. */
  releaseId?: string;
}

/** Of a change that no answer shows. */
export const noChangeTags: ChangeTags = { tags: [] };

export function changeTags(...tags: readonly string[]): ChangeTags {
  return { tags };
}

/** The tags of one of several items of a kind: its id, and its group. */
export function itemChangeTags(kind: TaggedKind, id: string): ChangeTags {
  return { tags: [id, groupOf(kind)] };
}

/** The same where readers may see the thing itself neither before nor after: its id is sent to secret holders only. */
export function hideUnseenId(
  { tags: [id = '', ...groups], ...rest }: ChangeTags,
  isSeen: boolean,
): ChangeTags {
  return isSeen ? { ...rest, tags: [id, ...groups] } : { ...rest, tags: groups, hidden: [id] };
}

/** The tags of a definition that changed or went. */
export function definitionChangeTags(types: Iterable<string>, releaseId: string): ChangeTags {
  return { tags: [...[...types].map(definitionOf), groups.types], releaseId };
}

/**
 * At most `most` tags of changes. More than that are everything: a group in place of its members would miss the answers
 * that carry the members alone.
 */
export function bounded(tags: ReadonlySet<string>, most: number): string[] {
  return tags.size > most ? [groups.all] : [...tags].sort();
}
