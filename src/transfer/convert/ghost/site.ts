import { transferError } from '../../transfer-error.ts';
import { readJsonRows } from '../json-rows.ts';

/** A row of a table. */
export type GhostRow = Readonly<Record<string, unknown>>;

/** The tables that are converted. Others can contain keys, members and passwords. */
const convertedTables = ['posts', 'posts_meta', 'tags', 'posts_tags', 'users', 'posts_authors'];
const tableForm = /^(?:db\.)?data\.([^.]+)$/;

/** The text in a column of a row; empty for values that are neither texts nor numbers. */
export function columnText(row: GhostRow | undefined, name: string): string {
  const value = row?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** The tags, users and other rows that posts refer to, collected before anything is written. */
export class GhostSite {
  /** The number of rows by table, for tables that are not converted. */
  readonly ignored: Record<string, number> = {};
  readonly #file: string;
  /** Without a slash at the end; empty if it is unknown. */
  readonly #url: string;
  readonly #tables = new Set<string>();
  readonly #tags = new Map<string, GhostRow>();
  readonly #users = new Map<string, GhostRow>();
  readonly #meta = new Map<string, GhostRow>();
  readonly #tagIds = new Map<string, string[]>();
  readonly #authorIds = new Map<string, string[]>();
  readonly #slugs = new Set<string>();

  private constructor(file: string, url: string) {
    this.#file = file;
    this.#url = url.replace(/\/+$/, '');
  }

  /** Reads all tables except the texts of posts. @throws invalid_parameter for a file that isn't an export of Ghost */
  static async read(file: string, url: string): Promise<GhostSite> {
    const site = new GhostSite(file, url);
    for await (const { table, value } of readJsonRows(file, (name) => site.#ruleOf(name)))
      site.#add(tableForm.exec(table)?.[1] ?? '', value as GhostRow | null);
    if (!site.#tables.has('posts'))
      throw transferError(
        `${file} isn't an export of Ghost: it has no table "posts". Export the site under Settings > Import/Export.`,
        'SOURCE',
      );
    return site;
  }

  get host(): string {
    return URL.canParse(this.#url) ? new URL(this.#url).host : 'unknown';
  }

  /** Yields the rows of posts and pages. */
  async *posts(): AsyncGenerator<GhostRow> {
    for await (const { table, value } of readJsonRows(this.#file, (name) =>
      tableForm.test(name) ? this.#ruleOf(name) : 'search',
    ))
      if (tableForm.exec(table)?.[1] === 'posts') yield value as GhostRow;
  }

  metaOf(postId: string): GhostRow | undefined {
    return this.#meta.get(postId);
  }

  tagsOf(postId: string): GhostRow[] {
    return rowsOf(this.#tags, this.#tagIds.get(postId) ?? []);
  }

  /** The authors of a post. Ghost 1 has one author, in the row of the post. */
  authorsOf(post: GhostRow): GhostRow[] {
    const ids = this.#authorIds.get(columnText(post, 'id')) ?? [columnText(post, 'author_id')];
    return rowsOf(this.#users, ids);
  }

  /** The URL of a post, which becomes the `old_url` of its line. */
  postUrl(slug: string): string {
    return `${this.#url}/${slug}/`;
  }

  /** The absolute URL of a file of the site; null if its host is unknown. */
  fileUrl(url: string): string | null {
    const text = this.withUrl(url);
    if (/^https?:\/\//i.test(text)) return URL.canParse(text) ? new URL(text).href : null;
    return this.#url !== '' && text.startsWith('/') ? new URL(text, `${this.#url}/`).href : null;
  }

  /** Replaces the variable for the URL of the site in a text. */
  withUrl(text: string): string {
    return text.replaceAll('__GHOST_URL__', this.#url);
  }

  /** The `old_url` of the post to which a link leads; other links unchanged. */
  linkUrl(url: string): string {
    const base = `${this.#url || 'http://ghost.invalid'}/`;
    if (!URL.canParse(url, base) || url.startsWith('#')) return url;
    const { host, pathname } = new URL(url, base);
    const [, slug = ''] = /^\/(?:\d{4}\/(?:\d{2}\/){1,2})?([^/]+)\/?$/.exec(pathname) ?? [];
    return host === new URL(base).host && this.#slugs.has(slug) ? this.postUrl(slug) : url;
  }

  #ruleOf(table: string): 'read' | 'count' | 'search' {
    const name = tableForm.exec(table)?.[1];
    if (name === undefined) return table === 'db' || table === '' ? 'search' : 'count';
    this.#tables.add(name);
    if (convertedTables.includes(name)) return 'read';
    this.ignored[name] ??= 0;
    return 'count';
  }

  #add(table: string, row: GhostRow | null): void {
    if (row === null) {
      if (table !== '') this.ignored[table] = (this.ignored[table] ?? 0) + 1;
      return;
    }
    const id = columnText(row, 'id');
    const postId = columnText(row, 'post_id');
    if (table === 'posts') this.#slugs.add(columnText(row, 'slug'));
    else if (table === 'tags')
      this.#tags.set(id, pick(row, ['id', 'name', 'slug', 'description', 'visibility']));
    else if (table === 'users')
      this.#users.set(id, pick(row, ['id', 'name', 'slug', 'bio', 'profile_image', 'image']));
    else if (table === 'posts_meta')
      this.#meta.set(postId, pick(row, ['meta_title', 'meta_description', 'feature_image_alt']));
    else if (table === 'posts_tags') addTo(this.#tagIds, postId, columnText(row, 'tag_id'));
    else if (table === 'posts_authors') addTo(this.#authorIds, postId, columnText(row, 'author_id'));
  }
}

/** The row with only these columns, because rows of users contain passwords. */
function pick(row: GhostRow, names: readonly string[]): GhostRow {
  return Object.fromEntries(names.map((name) => [name, columnText(row, name)]));
}

function addTo(ids: Map<string, string[]>, key: string, id: string): void {
  const existing = ids.get(key);
  if (existing === undefined) ids.set(key, [id]);
  else existing.push(id);
}

function rowsOf(rows: ReadonlyMap<string, GhostRow>, ids: readonly string[]): GhostRow[] {
  return [...new Set(ids)].map((id) => rows.get(id)).filter((row) => row !== undefined);
}
