import { limits } from '../../../contract/limits.ts';
import { parseTime } from '../../../contract/time.ts';
import { leadHtml, replaceUrls, visibleText } from '../html.ts';
import { convertInto, type ConversionOutput } from '../output.ts';
import type { ConvertReport, ItemLoss } from '../schema.ts';
import {
  compact,
  digest,
  firstOf,
  pageFields,
  pastTime,
  publishTime,
  shorten,
  SlugSet,
  sourceIdFrom,
  titleFrom,
  urlSourceId,
} from '../values.ts';
import { loadedText } from '../words.ts';
import { lexicalToHtml } from './lexical.ts';
import { mobiledocToHtml } from './mobiledoc.ts';
import { columnText, type GhostRow, GhostSite } from './site.ts';

export interface GhostOptions {
  /** The URL of the site, which exports don't contain; empty if it is unknown. */
  siteUrl: string;
}

/**
 * Converts an export of Ghost to a bundle. The file is read twice, row by row.
 * @throws invalid_parameter for another file, or a folder that contains something else
 */
export async function convertGhost(
  file: string,
  out: string,
  { siteUrl }: GhostOptions,
): Promise<ConvertReport> {
  const site = await GhostSite.read(file, siteUrl);
  const report = await convertInto(out, `ghost:${site.host}`, async (output) => {
    const conversion = new GhostConversion(output, site);
    for await (const post of site.posts()) await conversion.convert(post);
  });
  return { ...report, ignored: site.ignored };
}

/** A post or page with its converted text. */
interface Post {
  row: GhostRow;
  losses: ItemLoss[];
  title: string;
  html: string;
  status: 'draft' | 'published';
  image: string | undefined;
}

class GhostConversion {
  readonly #output: ConversionOutput;
  readonly #site: GhostSite;
  readonly #ids = new Set<string>();
  readonly #files = new Set<string>();
  readonly #slugs = new SlugSet();
  readonly #termSlugs = { authors: new SlugSet(), categories: new SlugSet() };
  readonly #terms = new Set<string>();
  #hasPageType = false;

  constructor(output: ConversionOutput, site: GhostSite) {
    this.#output = output;
    this.#site = site;
  }

  async convert(row: GhostRow): Promise<void> {
    const isPage = row['type'] === 'page' || row['page'] === 1 || row['page'] === true;
    const sourceTitle = columnText(row, 'title');
    const id = sourceIdFrom(columnText(row, 'id') || digest(`${sourceTitle} ${columnText(row, 'slug')}`));
    const item = { kind: isPage ? 'page' : 'post', source_id: id, title: sourceTitle };
    if (this.#ids.has(id)) return this.#output.reportSkipped(item, 'duplicate');
    this.#ids.add(id);
    const losses: ItemLoss[] = [];
    const { title, lead } = titleFrom(sourceTitle, losses);
    const source = this.#site.withUrl(sourceHtml(row, losses));
    const html = leadHtml(lead) + (await this.#withFiles(source, losses));
    const bodyText = loadedText({ html });
    if (bodyText === null) return this.#output.reportSkipped(item, 'too_large');
    const status = statusOf(row, losses);
    const alt = columnText(this.#site.metaOf(columnText(row, 'id')), 'feature_image_alt');
    const image = await this.#fileAt(
      columnText(row, 'feature_image') || columnText(row, 'image'),
      losses,
      alt,
    );
    const post: Post = { row, losses, title, html, status, image };
    const excerpt = shorten(columnText(row, 'custom_excerpt'), limits.description_chars_max, {
      losses,
      name: 'excerpt',
    });
    if (isPage) await this.#writePage(id, post, excerpt);
    else await this.#writeArticle(id, post, excerpt);
    await this.#output.reportConverted(item, losses, {
      source: `${sourceTitle} ${visibleText(source)} ${columnText(row, 'custom_excerpt')}`,
      written: `${title} ${bodyText} ${excerpt}`,
    });
  }

  async #writeArticle(
    id: string,
    { row, losses, title, html, status, image }: Post,
    excerpt: string,
  ): Promise<void> {
    const slug = columnText(row, 'slug');
    const tags = this.#site.tagsOf(columnText(row, 'id'));
    const isInternal = (tag: GhostRow) =>
      columnText(tag, 'name').startsWith('#') || tag['visibility'] === 'internal';
    for (const tag of tags.filter(isInternal))
      losses.push({ reason: 'internal_tag', detail: columnText(tag, 'name') });
    await this.#output.write('articles', {
      source_id: id,
      title,
      ...compact({
        slug: this.#slugs.take(slug, losses),
        excerpt,
        featured_image: image,
        authors: await this.#authorsOf(row, losses),
        categories: await this.#categoriesOf(
          tags.filter((tag) => !isInternal(tag)),
          losses,
        ),
        seo: this.#seoOf(row, losses),
      }),
      body: { html },
      ...this.#sharedKeys(row, status),
    });
    if (status === 'published' && slug !== '')
      await this.#output.write('redirects', {
        source_id: id,
        from: `/${slug}/`,
        to: { file: 'articles', source_id: id },
      });
  }

  async #writePage(
    id: string,
    { row, losses, title, html, status, image }: Post,
    excerpt: string,
  ): Promise<void> {
    if (!this.#hasPageType) {
      this.#hasPageType = true;
      await this.#output.write('types', {
        slug: 'page',
        kind: 'collection',
        fields: [...pageFields, { key: 'excerpt', type: 'text' }],
      });
    }
    if (this.#seoOf(row, []) !== undefined) losses.push({ reason: 'seo' });
    await this.#output.write('entries', {
      source_id: id,
      type: 'page',
      values: {
        title,
        path: `/${columnText(row, 'slug') || id}/`,
        body: { html },
        ...compact({ image, excerpt }),
      },
      ...this.#sharedKeys(row, status),
    });
  }

  /** Writes an author before the first post. Staff members without posts were not public. */
  async #authorsOf(row: GhostRow, losses: ItemLoss[]): Promise<string[]> {
    const authors = firstOf(this.#site.authorsOf(row), 'authors', losses);
    for (const author of authors) {
      const [id, name] = [columnText(author, 'id'), columnText(author, 'name')];
      if (!this.#isNew(`authors ${id}`)) continue;
      const isNameless = name === '' || name.includes('@');
      const avatar = await this.#fileAt(
        columnText(author, 'profile_image') || columnText(author, 'image'),
        losses,
      );
      await this.#output.write('authors', {
        source_id: id,
        name: isNameless ? 'Author' : shorten(name, limits.name_chars_max, { losses, name: 'author' }),
        ...compact({
          slug: isNameless ? undefined : this.#termSlugs.authors.take(columnText(author, 'slug'), losses),
          avatar,
          bio: shorten(columnText(author, 'bio'), limits.description_chars_max, { losses, name: 'bio' }),
        }),
      });
    }
    return authors.map((author) => columnText(author, 'id'));
  }

  async #categoriesOf(tags: readonly GhostRow[], losses: ItemLoss[]): Promise<string[]> {
    const categories = firstOf(tags, 'tags', losses);
    for (const tag of categories) {
      const id = columnText(tag, 'id');
      if (!this.#isNew(`categories ${id}`)) continue;
      await this.#output.write('categories', {
        source_id: id,
        name: shorten(columnText(tag, 'name'), limits.name_chars_max, { losses, name: 'tag' }) || id,
        ...compact({
          slug: this.#termSlugs.categories.take(columnText(tag, 'slug'), losses),
          description: shorten(columnText(tag, 'description'), limits.description_chars_max, {
            losses,
            name: 'tag description',
          }),
        }),
      });
    }
    return categories.map((tag) => columnText(tag, 'id'));
  }

  #isNew(key: string): boolean {
    if (this.#terms.has(key)) return false;
    this.#terms.add(key);
    return true;
  }

  /** SEO texts: Ghost 3 and later have a table for them. */
  #seoOf(row: GhostRow, losses: ItemLoss[]): object | undefined {
    const meta = this.#site.metaOf(columnText(row, 'id'));
    const text = (name: string) =>
      shorten(columnText(meta, name) || columnText(row, name), limits.description_chars_max, {
        losses,
        name: 'seo',
      });
    const seo = compact({ title: text('meta_title'), description: text('meta_description') });
    return Object.keys(seo).length === 0 ? undefined : seo;
  }

  #sharedKeys(row: GhostRow, status: 'draft' | 'published'): object {
    return compact({
      status,
      published_at: status === 'published' ? publishTime(timeOf(row['published_at'])) : undefined,
      created_at: pastTime(timeOf(row['created_at'])),
      updated_at: pastTime(timeOf(row['updated_at'])),
      old_url: this.#site.postUrl(columnText(row, 'slug')),
    });
  }

  /** Makes the URLs of files absolute, and writes a line for each file. */
  async #withFiles(html: string, losses: ItemLoss[]): Promise<string> {
    const urls = new Set<string>();
    const replaced = replaceUrls(html, {
      image: (url) => {
        const absolute = this.#site.fileUrl(url);
        urls.add(absolute ?? url);
        return absolute;
      },
      link: (url) => this.#site.linkUrl(url),
    });
    for (const url of urls) await this.#fileAt(url, losses);
    return replaced;
  }

  /** The source id of a file, whose line is written with the first use. */
  async #fileAt(url: string, losses: ItemLoss[], alt = ''): Promise<string | undefined> {
    if (url === '') return undefined;
    const absolute = this.#site.fileUrl(url);
    if (absolute === null) {
      losses.push({ reason: 'site_url', detail: url });
      return undefined;
    }
    const id = urlSourceId(absolute);
    if (!this.#files.has(id)) {
      this.#files.add(id);
      await this.#output.write('media', {
        source_id: id,
        url: absolute,
        ...compact({ alt: shorten(alt, limits.description_chars_max, { losses, name: 'alt' }) }),
      });
    }
    return id;
  }
}

function sourceHtml(row: GhostRow, losses: ItemLoss[]): string {
  const html = columnText(row, 'html');
  if (html !== '') return html;
  const lexical = columnText(row, 'lexical');
  const mobiledoc = columnText(row, 'mobiledoc');
  const editorHtml =
    (lexical === '' ? null : lexicalToHtml(lexical, losses)) ??
    (mobiledoc === '' ? null : mobiledocToHtml(mobiledoc, losses));
  if (editorHtml === null && `${lexical}${mobiledoc}` !== '') losses.push({ reason: 'unreadable_text' });
  return editorHtml ?? '';
}

/** Only what everybody could read is published. */
function statusOf(row: GhostRow, losses: ItemLoss[]): 'draft' | 'published' {
  const status = columnText(row, 'status');
  if (status !== 'published' && status !== 'scheduled') return 'draft';
  if ((columnText(row, 'visibility') || 'public') === 'public') return 'published';
  losses.push({ reason: 'restricted', effect: 'draft' });
  return 'draft';
}

/** Ghost writes times as ISO, as SQL or, before version 1, as milliseconds. */
function timeOf(value: unknown): Date | null {
  if (typeof value === 'number') return new Date(value);
  if (typeof value !== 'string') return null;
  const text = value.replace(' ', 'T');
  return parseTime(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
}
