import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '../../../contract/limits.ts';
import {
  type HtmlTargets,
  plainText,
  projectTargets,
  type RichtextDocument,
} from '../../../content/index.ts';
import { lineBytesMax } from '../../bundle/schema.ts';
import { convertInto, type ConversionOutput } from '../output.ts';
import type { ConvertReport, ItemLoss } from '../schema.ts';
import {
  compact,
  digest,
  firstOf,
  pageFields,
  publishTime,
  shorten,
  SlugSet,
  sourceIdFrom,
  tagsFrom,
  titleFrom,
} from '../values.ts';
import { markdownDocument, markdownWords, takeHeading, withLead } from './document.ts';
import { ExtraFields } from './extra-fields.ts';
import { KbFolders } from './kb-folders.ts';
import { MediaFiles } from './media-files.ts';
import { type MarkdownPage, readPage, stemOf, titleFromName } from './page.ts';
import { SourceFolder } from './source-folder.ts';

export interface MarkdownOptions {
  /** `blog`, `kb`, or the slug of a content type. */
  to: string;
  /** The folder of files whose URLs begin with `/`; null for none. */
  staticFolder: string | null;
}

/**
 * Converts a folder of Markdown files to a bundle.
 * @throws invalid_parameter for a folder without Markdown, or an output folder that contains something else
 */
export async function convertMarkdown(
  folder: string,
  out: string,
  options: MarkdownOptions,
): Promise<ConvertReport> {
  const source = await SourceFolder.open(folder, options.staticFolder, out);
  return convertInto(out, `markdown:${source.name}`.slice(0, 200), async (output) => {
    const conversion = new MarkdownConversion(output, source, options.to);
    for (const path of source.paths) await conversion.convert(path);
    await conversion.finish();
  });
}

/** A page with its converted text. */
interface ConvertedPage {
  page: MarkdownPage;
  losses: ItemLoss[];
  title: string;
  document: RichtextDocument;
  slug: string | undefined;
  image: string | undefined;
}

class MarkdownConversion {
  readonly #output: ConversionOutput;
  readonly #source: SourceFolder;
  readonly #to: string;
  readonly #media: MediaFiles;
  readonly #folders: KbFolders;
  readonly #fields = new ExtraFields();
  readonly #slugs = new SlugSet();
  readonly #terms = new Set<string>();
  readonly #redirects = new Set<string>();

  constructor(output: ConversionOutput, source: SourceFolder, to: string) {
    this.#output = output;
    this.#source = source;
    this.#to = to;
    this.#media = new MediaFiles(output, source);
    this.#folders = new KbFolders(output, source.name);
  }

  async convert(path: string): Promise<void> {
    const losses: ItemLoss[] = [];
    const item = { kind: 'file', source_id: sourceIdFrom(path), title: stemOf(path) };
    const file = await this.#read(path);
    if (file === null) return this.#output.reportSkipped(item, 'unreadable');
    const page = readPage(path, file, this.#isArticle, losses);
    const fullDocument = markdownDocument(page.text, this.#targetsOf(path, losses), losses);
    if (fullDocument === null) return this.#output.reportSkipped(item, 'too_large');
    const heading =
      page.title === '' ? takeHeading(fullDocument) : { title: page.title, document: fullDocument };
    const { title, lead } = titleFrom(heading.title || titleFromName(stemOf(path)), losses);
    const convertedPage: ConvertedPage = {
      page,
      losses,
      title,
      document: withLead(heading.document, lead),
      slug: this.#slugs.take(page.slug, losses),
      image: page.image === null ? undefined : this.#imageOf(page.image, path, losses),
    };
    await this.#write(convertedPage);
    await this.#media.write();
    await this.#output.reportConverted({ ...item, title: heading.title || item.title }, losses, {
      source: `${page.title} ${markdownWords(page.text)} ${this.#isArticle ? page.description : ''}`,
      written: `${title} ${plainText(convertedPage.document)} ${page.description.slice(0, limits.description_chars_max)}`,
    });
  }

  /** Writes the content type, whose fields are known at the end. */
  async finish(): Promise<void> {
    if (this.#isArticle) return;
    await this.#output.write('types', {
      slug: this.#to,
      kind: 'collection',
      fields: [...pageFields, ...this.#fields.definitions],
    });
  }

  get #isArticle(): boolean {
    return this.#to === 'blog' || this.#to === 'kb';
  }

  /** The text of a file; null if it is too large or not UTF-8. */
  async #read(path: string): Promise<string | null> {
    const full = join(this.#source.root, path);
    if ((await stat(full)).size > lineBytesMax) return null;
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(full));
    } catch {
      return null;
    }
  }

  /** Resolves images and links relative to a file. */
  #targetsOf(path: string, losses: ItemLoss[]): HtmlTargets {
    const apiTargets = projectTargets();
    return {
      image: (url) => {
        const id = this.#media.idOf(url, path);
        if (id === null) losses.push({ reason: 'file_missing', detail: url });
        return id;
      },
      link: (url) => {
        const page = this.#source.findPage(url, path);
        if (page !== null) return { href: urlOf(page) };
        const file = this.#media.idOfFile(url, path);
        return file === null ? apiTargets.link(url) : { ref: { type: 'media', id: file } };
      },
    };
  }

  #imageOf({ url, alt }: { url: string; alt: string }, path: string, losses: ItemLoss[]): string | undefined {
    const id = this.#media.idOf(url, path, alt);
    if (id === null) losses.push({ reason: 'file_missing', detail: url });
    return id ?? undefined;
  }

  async #write(convertedPage: ConvertedPage): Promise<void> {
    const { page } = convertedPage;
    if (this.#to === 'blog') await this.#writeArticle('articles', convertedPage);
    else if (this.#to === 'kb') await this.#writeArticle('kb-articles', convertedPage);
    else await this.#writeEntry(convertedPage);
    if (!page.isDraft) await this.#writeRedirects(page);
  }

  async #writeArticle(
    file: 'articles' | 'kb-articles',
    { page, losses, title, document, slug, image }: ConvertedPage,
  ): Promise<void> {
    for (const key of Object.keys(page.others)) losses.push({ reason: 'front_matter_key', detail: key });
    const isBlog = file === 'articles';
    if (!isBlog && page.tags.length + page.categories.length > 0)
      losses.push({ reason: 'front_matter_key', detail: 'tags, categories' });
    const location = isBlog ? {} : await this.#folders.locationOf(page.path);
    await this.#output.write(file, {
      source_id: sourceIdFrom(page.path),
      title,
      ...compact({
        slug,
        excerpt: shorten(page.description, limits.description_chars_max, { losses, name: 'description' }),
        featured_image: image,
        authors: await this.#termsOf('authors', firstOf(page.authors, 'authors', losses), losses),
        ...(isBlog
          ? {
              categories: await this.#termsOf(
                'categories',
                firstOf(page.categories, 'categories', losses),
                losses,
              ),
            }
          : {}),
        ...(isBlog ? { tags: tagsFrom(page.tags, losses) } : {}),
      }),
      ...location,
      body: document,
      ...sharedKeys(page),
    });
  }

  async #writeEntry({ page, losses, title, document, slug, image }: ConvertedPage): Promise<void> {
    await this.#output.write('entries', {
      source_id: sourceIdFrom(page.path),
      type: this.#to,
      values: {
        title,
        path: pathOf(page, slug),
        body: document,
        ...compact({ image }),
        ...this.#fields.valuesOf(page.others, losses),
      },
      ...sharedKeys(page),
    });
  }

  /** The source ids of authors or categories. Each one is written when it occurs for the first time. */
  async #termsOf(
    file: 'authors' | 'categories',
    names: readonly string[],
    losses: ItemLoss[],
  ): Promise<string[]> {
    const ids: string[] = [];
    for (const name of new Set(names)) {
      const id = digest(`${file} ${name}`);
      ids.push(id);
      if (this.#terms.has(id)) continue;
      this.#terms.add(id);
      await this.#output.write(file, {
        source_id: id,
        name: shorten(name, limits.name_chars_max, { losses, name: file }),
      });
    }
    return ids;
  }

  async #writeRedirects(page: MarkdownPage): Promise<void> {
    const file = { blog: 'articles', kb: 'kb-articles' }[this.#to] ?? 'entries';
    const paths = this.#isArticle && page.permalink !== '' ? [page.permalink, ...page.aliases] : page.aliases;
    for (const from of paths) {
      if (this.#redirects.has(from) || from === '/') continue;
      this.#redirects.add(from);
      await this.#output.write('redirects', {
        source_id: digest(from),
        from,
        to: { file, source_id: sourceIdFrom(page.path) },
      });
    }
  }
}

function sharedKeys(page: MarkdownPage): object {
  const status = page.isDraft ? 'draft' : 'published';
  const publishedAt = page.isDraft ? undefined : publishTime(page.date);
  return { status, ...compact({ published_at: publishedAt }), old_url: urlOf(page.path) };
}

/** The URL by which other files link to a file. It becomes the `old_url` of the line. */
function urlOf(path: string): string {
  return `/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** The path of an entry: the one that the file sets, or its folder and slug. */
function pathOf({ path, permalink }: MarkdownPage, slug = ''): string {
  if (permalink !== '') return permalink;
  const isIndex = /(^|\/)_?index\.[^./]+$/i.test(path);
  const folders = path.split('/').slice(0, isIndex ? -2 : -1);
  return `/${[...folders, slug].filter((part) => part !== '').join('/')}`;
}
