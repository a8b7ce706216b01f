import { visibleText } from '../html.ts';
import { readItem, type WordPressItem } from './item.ts';
import { targetOf, type TypeMap } from './targets.ts';
import { childText, readWxr } from './wxr.ts';

/** An author under the name that readers see. */
export interface Author {
  id: string;
  name: string;
  /** Whether readers saw only a login or an e-mail address. */
  isNameless: boolean;
}

interface Attachment {
  url: string;
  caption: string;
}

/** The authors, categories, files and URLs that items refer to, collected before anything is written. */
export class WordPressSite {
  /** The URL without a slash at the end; empty if the export has none. */
  url = '';
  /** Categories by their slug in WordPress. */
  readonly categories = new Map<string, { name: string; description: string }>();
  readonly #map: TypeMap;
  readonly #authors = new Map<string, Author>();
  readonly #attachments = new Map<string, Attachment>();
  readonly #attachmentIds = new Map<string, string>();
  readonly #childIds = new Map<string, string[]>();
  readonly #reusableBlocks = new Map<string, string>();
  /** URLs of converted items by id, and ids by path. */
  readonly #urls = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  #version = '';

  private constructor(map: TypeMap) {
    this.#map = map;
  }

  /** Reads the whole export. @throws invalid_parameter */
  static async read(path: string, map: TypeMap): Promise<WordPressSite> {
    const site = new WordPressSite(map);
    for await (const element of readWxr(path)) {
      const text = element.text.trim();
      if (element.name === 'link') site.url ||= text.replace(/\/+$/, '');
      else if (element.name === 'wp:base_blog_url') site.url = text.replace(/\/+$/, '') || site.url;
      else if (element.name === 'wp:wxr_version') site.#version = text;
      else if (element.name === 'item') site.#addItem(readItem(element));
      else if (element.name === 'wp:author')
        site.#addAuthor(childText(element, 'wp:author_login'), {
          id: childText(element, 'wp:author_id'),
          name: visibleText(childText(element, 'wp:author_display_name')),
        });
      else if (element.name === 'wp:category')
        site.#addCategory(childText(element, 'wp:category_nicename'), {
          name: visibleText(childText(element, 'wp:cat_name')),
          description: visibleText(childText(element, 'wp:category_description')),
        });
    }
    return site;
  }

  /** The host of the site, for the source of the bundle. */
  get host(): string {
    return URL.canParse(this.url) ? new URL(this.url).host : 'unknown';
  }

  get authors(): Iterable<Author> {
    return this.#authors.values();
  }

  authorOf(login: string): Author | null {
    return this.#authors.get(login) ?? null;
  }

  attachment(id: string): Attachment | null {
    return this.#attachments.get(id) ?? null;
  }

  attachmentsOf(postId: string): readonly string[] {
    return this.#childIds.get(postId) ?? [];
  }

  reusableBlock(id: string): string | null {
    return this.#reusableBlocks.get(id) ?? null;
  }

  attachmentUrl(url: string): string | null {
    return this.attachment(this.attachmentId(url) ?? '')?.url ?? null;
  }

  /** The id of the attachment at a URL, or of the one whose resized file is at it (`boat-300x200.jpg`, `boat-scaled.jpg`). */
  attachmentId(url: string): string | null {
    const original = fileKey(url).replace(/-\d+x\d+(\.\w+)$/, '$1');
    const scaled = original.replace(/(\.\w+)$/, '-scaled$1');
    const unscaled = original.replace(/-scaled(\.\w+)$/, '$1');
    for (const key of [fileKey(url), original, scaled, unscaled]) {
      const id = this.#attachmentIds.get(key);
      if (id !== undefined) return id;
    }
    return null;
  }

  /** The `old_url` of the converted item to which a link leads; null for other links. */
  itemUrl(url: string): string | null {
    if (!URL.canParse(url, `${this.url}/`)) return null;
    const { host, searchParams, pathname } = new URL(url, `${this.url}/`);
    if (host.replace(/^www\./, '') !== this.host.replace(/^www\./, '')) return null;
    const id = searchParams.get('p') ?? searchParams.get('page_id') ?? this.#ids.get(pathKey(pathname));
    return id === undefined ? null : (this.#urls.get(id) ?? null);
  }

  #addItem(item: WordPressItem): void {
    const target = targetOf(item, this.#map);
    if (item.type === 'wp_block') this.#reusableBlocks.set(copyOf(item.id), copyOf(item.content));
    if (target.kind === 'media') this.#addAttachment(item);
    if (target.kind !== 'article' && target.kind !== 'entry') return;
    this.#addAuthor(item.login, { id: '', name: this.#version === '1.0' ? item.login : '' });
    for (const { taxonomy, slug, name } of item.terms)
      if (taxonomy === 'category') this.#addCategory(slug, { name, description: '' });
    if (!URL.canParse(item.link)) return;
    const { href, pathname, search } = new URL(item.link);
    const id = copyOf(item.id);
    this.#urls.set(id, href);
    if (search === '') this.#ids.set(pathKey(pathname), id);
  }

  #addAttachment({ id: sourceId, fileUrl, parentId, excerpt }: WordPressItem): void {
    const id = copyOf(sourceId);
    this.#attachments.set(id, { url: copyOf(fileUrl), caption: copyOf(excerpt) });
    this.#attachmentIds.set(fileKey(fileUrl), id);
    if (parentId === '' || parentId === '0') return;
    const childIds = this.#childIds.get(parentId);
    if (childIds === undefined) this.#childIds.set(copyOf(parentId), [id]);
    else childIds.push(id);
  }

  /** Version 1.0 has no list of authors, and names them by their display names. */
  #addAuthor(login: string, { id, name }: { id: string; name: string }): void {
    if (login === '' || this.#authors.has(login)) return;
    const isNameless = name === '' || name.includes('@') || (name === login && this.#version !== '1.0');
    const number = this.#authors.size + 1;
    this.#authors.set(copyOf(login), {
      id: copyOf(id) || `author-${number}`,
      name: isNameless ? `Author ${number}` : copyOf(name),
      isNameless,
    });
  }

  #addCategory(slug: string, { name, description }: { name: string; description: string }): void {
    if (slug === '' || this.categories.has(slug)) return;
    this.categories.set(copyOf(slug), { name: copyOf(name || slug), description: copyOf(description) });
  }
}

/** A copy of a text. A substring would keep the whole chunk of the file that contains it in memory. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

function fileKey(url: string): string {
  return copyOf(url.replace(/^https?:/i, '').replace(/[?#].*$/, ''));
}

function pathKey(path: string): string {
  return copyOf(path.replace(/\/+$/, '').toLowerCase());
}
