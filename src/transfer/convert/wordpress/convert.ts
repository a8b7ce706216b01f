import { limits } from '../../../contract/limits.ts';
import { leadHtml, replaceUrls, visibleText } from '../html.ts';
import { convertInto, type ConversionOutput } from '../output.ts';
import type { ConvertReport, ItemLoss } from '../schema.ts';
import {
  compact,
  firstOf,
  pastTime,
  publishTime,
  shorten,
  SlugSet,
  tagsFrom,
  titleFrom,
  urlSourceId,
} from '../values.ts';
import { loadedText } from '../words.ts';
import { contentToHtml } from './content.ts';
import { readItem, type WordPressItem } from './item.ts';
import { blockTexts, pageBlockDefinitions, pageBlocksOf } from './page-blocks.ts';
import { withoutShortcodes } from './shortcodes.ts';
import { WordPressSite } from './site.ts';
import { type ItemTarget, targetOf, type TypeMap } from './targets.ts';
import { readWxr } from './wxr.ts';

export interface WordPressOptions {
  map: TypeMap;
  /** Whether the bodies of pages are blocks. */
  hasBlocks: boolean;
}

/**
 * Converts an export of WordPress to a bundle. The file is read twice, item by item.
 * @throws invalid_parameter for another file, or a folder that contains something else
 */
export async function convertWordPress(
  file: string,
  out: string,
  options: WordPressOptions,
): Promise<ConvertReport> {
  const site = await WordPressSite.read(file, options.map);
  return convertInto(out, `wordpress:${site.host}`, async (output) => {
    const conversion = new WordPressConversion(output, site, options);
    await conversion.writeTerms();
    for await (const element of readWxr(file))
      if (element.name === 'item') await conversion.convert(readItem(element));
  });
}

/** A post or page with the text of its line. */
interface Post {
  item: WordPressItem;
  losses: ItemLoss[];
  title: string;
  html: string;
  status: 'draft' | 'published';
  /** The visible text of the body in Galley. */
  bodyText: string;
}

class WordPressConversion {
  readonly #output: ConversionOutput;
  readonly #site: WordPressSite;
  readonly #options: WordPressOptions;
  readonly #ids = new Set<string>();
  readonly #types = new Set<string>();
  readonly #slugs = new SlugSet();
  readonly #redirects = new Set<string>();
  /** Source ids by URL, for files that are not attachments. */
  readonly #otherFiles = new Map<string, string>();

  constructor(output: ConversionOutput, site: WordPressSite, options: WordPressOptions) {
    this.#output = output;
    this.#site = site;
    this.#options = options;
  }

  /** Writes authors and categories. */
  async writeTerms(): Promise<void> {
    for (const { id, name, isNameless } of this.#site.authors) {
      const losses: ItemLoss[] = isNameless ? [{ reason: 'author_name' }] : [];
      const title = shorten(name, limits.name_chars_max, { losses, name: 'name' });
      await this.#output.write('authors', { source_id: id, name: title });
      await this.#output.reportLosses({ kind: 'author', source_id: id, title }, losses);
    }
    const slugs = new SlugSet();
    for (const [slug, { name, description }] of this.#site.categories) {
      const losses: ItemLoss[] = [];
      await this.#output.write('categories', {
        source_id: slug,
        name: shorten(name, limits.name_chars_max, { losses, name: 'name' }),
        ...compact({
          slug: slugs.take(slug, losses),
          description: shorten(description, limits.description_chars_max, { losses, name: 'description' }),
        }),
      });
      await this.#output.reportLosses({ kind: 'category', source_id: slug, title: name }, losses);
    }
  }

  async convert(item: WordPressItem): Promise<void> {
    const { id, type, title } = item;
    for (const commentId of item.commentIds)
      await this.#output.reportSkipped({ kind: 'comment', source_id: commentId, title }, 'comment');
    const target = targetOf(item, this.#options.map);
    if (this.#ids.has(id))
      await this.#output.reportSkipped({ kind: type, source_id: id, title }, 'duplicate');
    else if (target.kind === 'skip')
      await this.#output.reportSkipped({ kind: type, source_id: id, title }, target.reason);
    else if (target.kind === 'media') await this.#convertAttachment(item);
    else await this.#convertPost(item, target);
    this.#ids.add(id);
  }

  async #convertAttachment({
    id,
    type,
    title,
    fileUrl,
    meta,
    content,
    excerpt,
  }: WordPressItem): Promise<void> {
    const losses: ItemLoss[] = [];
    if (`${content}${excerpt}` !== '') losses.push({ reason: 'file_text' });
    const alt = meta.get('_wp_attachment_image_alt')?.[0] ?? '';
    await this.#output.write('media', {
      source_id: id,
      url: fileUrl,
      ...compact({ alt: shorten(alt, limits.description_chars_max, { losses, name: 'alt' }) }),
    });
    await this.#output.reportConverted({ kind: type, source_id: id, title }, losses);
  }

  async #convertPost(
    item: WordPressItem,
    target: Exclude<ItemTarget, { kind: 'skip' | 'media' }>,
  ): Promise<void> {
    const losses: ItemLoss[] = [];
    const { title, lead } = titleFrom(item.title, losses);
    const html = leadHtml(lead) + (await this.#htmlOf(item, losses));
    const bodyText = loadedText({ html });
    const reported = { kind: item.type, source_id: item.id, title: item.title };
    if (bodyText === null) return this.#output.reportSkipped(reported, 'too_large');
    const post: Post = { item, losses, title, html, status: statusOf(item, losses), bodyText };
    const written =
      target.kind === 'article' ? await this.#writeArticle(post) : await this.#writeEntry(post, target);
    await this.#output.reportConverted(reported, losses, {
      source: `${item.title} ${visibleText(withoutShortcodes(item.content))} ${item.excerpt}`,
      written: `${title} ${written}`,
    });
  }

  /** @returns the text of the line without the title */
  async #writeArticle({ item, losses, title, html, status, bodyText }: Post): Promise<string> {
    const excerpt = shorten(item.excerpt, limits.description_chars_max, { losses, name: 'excerpt' });
    const categories = item.terms.filter(({ taxonomy }) => taxonomy === 'category').map(({ slug }) => slug);
    await this.#output.write('articles', {
      source_id: item.id,
      title,
      ...compact({
        slug: this.#slugs.take(item.slug, losses),
        excerpt,
        featured_image: this.#imageOf(item),
        authors: [this.#site.authorOf(item.login)?.id].filter((id) => id !== undefined),
        categories: firstOf([...new Set(categories)], 'categories', losses),
        tags: tagsOf(item, losses),
        seo: seoOf(item, losses),
      }),
      body: { html },
      ...sharedKeys(item, status),
    });
    if (status === 'published') await this.#writeRedirects(item, { file: 'articles', source_id: item.id });
    return `${bodyText} ${excerpt}`;
  }

  /** @returns the text of the line without the title */
  async #writeEntry(
    { item, losses, title, html, status, bodyText }: Post,
    { type, isPage }: Extract<ItemTarget, { kind: 'entry' }>,
  ): Promise<string> {
    const hasBlocks = isPage && this.#options.hasBlocks;
    await this.#defineType(type, isPage);
    if (type !== item.type && !isPage) losses.push({ reason: 'renamed', detail: item.type });
    for (const { taxonomy, name } of item.terms)
      if (!ignoredTaxonomies.has(taxonomy))
        losses.push({ reason: 'taxonomy', detail: `${taxonomy}: ${name}` });
    const blocks = hasBlocks ? pageBlocksOf(html, (url) => this.#mediaIdAt(url)) : [];
    const path = pathOf(item);
    const excerpt = isPage ? '' : shorten(item.excerpt, limits.text_chars_max, { losses, name: 'excerpt' });
    if (isPage && item.excerpt !== '') losses.push({ reason: 'excerpt' });
    await this.#output.write('entries', {
      source_id: item.id,
      type,
      values: {
        title,
        ...compact({ ...(isPage ? { path } : { slug: item.slug, excerpt }), image: this.#imageOf(item) }),
        body: hasBlocks ? blocks : { html },
      },
      ...sharedKeys(item, status),
    });
    if (isPage && status === 'published') await this.#writeRedirects(item, path);
    return `${hasBlocks ? textOfBlocks(blocks) : bodyText} ${excerpt}`;
  }

  async #htmlOf({ id, content }: WordPressItem, losses: ItemLoss[]): Promise<string> {
    const html = contentToHtml(content, { postId: id, site: this.#site, losses });
    const newUrls: string[] = [];
    const replaced = replaceUrls(html, {
      image: (url) => {
        const absolute = this.#absolute(url);
        const attachment = absolute === null ? null : this.#site.attachmentUrl(absolute);
        if (absolute !== null && attachment === null && !this.#otherFiles.has(absolute)) {
          this.#otherFiles.set(absolute, urlSourceId(absolute));
          newUrls.push(absolute);
        }
        return attachment ?? absolute;
      },
      link: (url) => {
        if (/^(#|[a-z][a-z0-9+.-]*:)/i.test(url) && !/^https?:/i.test(url)) return null;
        return this.#site.itemUrl(url) ?? this.#site.attachmentUrl(url) ?? this.#absolute(url);
      },
    });
    for (const url of newUrls) await this.#output.write('media', { source_id: urlSourceId(url), url });
    return replaced;
  }

  #mediaIdAt(url: string): string | null {
    return this.#otherFiles.get(url) ?? this.#site.attachmentId(url);
  }

  #absolute(url: string): string | null {
    const base = this.#site.url === '' ? undefined : `${this.#site.url}/`;
    if (!URL.canParse(url, base)) return null;
    const { protocol, href } = new URL(url, base);
    return protocol === 'http:' || protocol === 'https:' ? href : null;
  }

  #imageOf({ meta }: WordPressItem): string | undefined {
    const id = meta.get('_thumbnail_id')?.[0] ?? '';
    return this.#site.attachment(id) === null ? undefined : id;
  }

  /** Defines the type of an entry before the first one. */
  async #defineType(slug: string, isPage: boolean): Promise<void> {
    if (this.#types.has(slug)) return;
    this.#types.add(slug);
    const blocks = pageBlockDefinitions.map((block) => block.slug);
    if (isPage && this.#options.hasBlocks)
      for (const block of pageBlockDefinitions) await this.#output.write('blocks', block);
    await this.#output.write('types', {
      slug,
      kind: 'collection',
      fields: [
        { key: 'title', type: 'string', options: { required: true } },
        { key: isPage ? 'path' : 'slug', type: 'string' },
        ...(isPage ? [] : [{ key: 'excerpt', type: 'text' }]),
        isPage && this.#options.hasBlocks
          ? { key: 'body', type: 'blocks', options: { blocks } }
          : { key: 'body', type: 'richtext' },
        { key: 'image', type: 'image' },
      ],
    });
  }

  /** Redirects from the former path and from former slugs. A page keeps its path. */
  async #writeRedirects(
    item: WordPressItem,
    to: string | { file: string; source_id: string },
  ): Promise<void> {
    const path = pathOf(item);
    const formerSlugs = item.meta.get('_wp_old_slug') ?? [];
    const formerPaths = formerSlugs.map((slug) => path.replace(/[^/]+(\/?)$/, `${slug}$1`));
    for (const from of [path, ...formerPaths]) {
      if (from === to || from === '/' || !URL.canParse(item.link) || this.#redirects.has(from)) continue;
      this.#redirects.add(from);
      await this.#output.write('redirects', { source_id: urlSourceId(from), from, to });
    }
  }
}

/** Taxonomies that WordPress itself uses. */
const ignoredTaxonomies = new Set(['post_format', 'nav_menu', 'link_category', 'wp_theme']);

/** Tags, and the terms of other taxonomies. */
function tagsOf({ terms }: WordPressItem, losses: ItemLoss[]): string[] {
  const tags = terms.filter(({ taxonomy }) => taxonomy !== 'category' && !ignoredTaxonomies.has(taxonomy));
  for (const { taxonomy } of tags)
    if (taxonomy !== 'post_tag' && taxonomy !== 'tag') losses.push({ reason: 'taxonomy', detail: taxonomy });
  return tagsFrom(
    tags.map(({ name }) => name),
    losses,
  );
}

/** The path on the former site; of a draft, whose URL has a query, the path that it would have. */
function pathOf({ link, slug, id }: WordPressItem): string {
  const url = URL.canParse(link) ? new URL(link) : null;
  return url !== null && url.search === '' ? url.pathname : `/${slug || id}/`;
}

/** Only what everybody could read is published. */
function statusOf({ status, hasPassword }: WordPressItem, losses: ItemLoss[]): 'draft' | 'published' {
  if (hasPassword) losses.push({ reason: 'password', effect: 'draft' });
  else if (status === 'private') losses.push({ reason: 'private', effect: 'draft' });
  else if (status === 'publish' || status === 'future') return 'published';
  return 'draft';
}

function sharedKeys({ link, createdAt, updatedAt }: WordPressItem, status: 'draft' | 'published'): object {
  return compact({
    status,
    published_at: status === 'published' ? publishTime(createdAt) : undefined,
    created_at: pastTime(createdAt),
    updated_at: pastTime(updatedAt),
    old_url: URL.canParse(link) ? new URL(link).href : undefined,
  });
}

/** Texts with variables of an SEO plugin are lost. */
function seoOf({ meta }: WordPressItem, losses: ItemLoss[]): object | undefined {
  const textOf = (keys: readonly string[]) => {
    const text = keys.map((key) => meta.get(key)?.[0]).find((value) => value !== undefined) ?? '';
    if (!/%%|%\w+%/.test(text)) return shorten(text, limits.description_chars_max, { losses, name: 'seo' });
    losses.push({ reason: 'seo_variable', detail: text });
    return '';
  };
  const seo = compact({
    title: textOf(['_yoast_wpseo_title', 'rank_math_title']),
    description: textOf(['_yoast_wpseo_metadesc', 'rank_math_description']),
  });
  return Object.keys(seo).length === 0 ? undefined : seo;
}

function textOfBlocks(blocks: ReturnType<typeof pageBlocksOf>): string {
  return blocks
    .map(blockTexts)
    .map(({ html, plain }) => `${html.map((text) => loadedText({ html: text }) ?? '').join(' ')} ${plain}`)
    .join(' ');
}
