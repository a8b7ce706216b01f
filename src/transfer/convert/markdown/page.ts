import { posix } from 'node:path';
import type { ItemLoss } from '../schema.ts';
import { dateOf, divideText, type FrontMatter, listOf, textOf } from './front-matter.ts';

/** A Markdown file with the values that every target has. */
export interface MarkdownPage {
  /** Relative to the source folder, with `/`. */
  path: string;
  text: string;
  title: string;
  isDraft: boolean;
  date: Date | null;
  slug: string;
  /** Path on the former site, if the file sets it. */
  permalink: string;
  description: string;
  tags: string[];
  categories: string[];
  authors: string[];
  image: { url: string; alt: string } | null;
  /** Former paths. */
  aliases: string[];
  /** Front matter with other keys. */
  others: FrontMatter;
}

/** Keys of front matter that are read for every target, and those that only articles have. Entries get fields for the latter. */
const commonKeys = [
  'title',
  'date',
  'pubDate',
  'draft',
  'slug',
  'permalink',
  'image',
  'cover',
  'aliases',
  'redirect_from',
];
const articleKeys = ['description', 'excerpt', 'summary', 'tags', 'categories', 'author', 'authors'];

export function readPage(path: string, file: string, isArticle: boolean, losses: ItemLoss[]): MarkdownPage {
  const { values, text, isUnreadable } = divideText(file);
  if (isUnreadable) losses.push({ reason: 'front_matter' });
  const { published } = values;
  const usedKeys = new Set([...commonKeys, 'published', ...(isArticle ? articleKeys : [])]);
  const permalink = pathFrom(textOf(values['permalink']));
  const [, fileDate, fileSlug = ''] = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(stemOf(path)) ?? [];
  const slug =
    textOf(values['slug']) ||
    permalink.split('/').findLast((part) => part !== '') ||
    fileSlug ||
    stemOf(path);
  const dates = [values['date'], published, values['pubDate'], fileDate].filter(
    (value) => typeof value !== 'boolean',
  );
  return {
    path,
    text,
    title: textOf(values['title']),
    isDraft: values['draft'] === true || published === false || path.split('/').includes('_drafts'),
    date: dates.map(dateOf).find((date) => date !== null) ?? null,
    slug: slug.split('/').findLast((part) => part !== '') ?? '',
    permalink,
    description:
      ['description', 'excerpt', 'summary'].map((key) => textOf(values[key])).find((each) => each !== '') ??
      '',
    tags: listOf(values['tags']),
    categories: listOf(values['categories']),
    // E-mail addresses are never written.
    authors: [...listOf(values['author']), ...listOf(values['authors'])].filter(
      (name) => !name.includes('@'),
    ),
    image: imageOf(values['image']) ?? imageOf(values['cover']),
    aliases: [...listOf(values['aliases']), ...listOf(values['redirect_from'])]
      .map(pathFrom)
      .filter((alias) => alias !== ''),
    others: Object.fromEntries(Object.entries(values).filter(([key]) => !usedKeys.has(key))),
  };
}

/** The name of a file without its ending, or that of the folder of an index. */
export function stemOf(path: string): string {
  const stem = posix.basename(path).replace(/\.[^.]+$/, '');
  const folder = posix.basename(posix.dirname(path));
  return /^_?index$/i.test(stem) && folder !== '.' && folder !== '' ? folder : stem;
}

/** A title from the name of a file or folder: `02-getting_started` is "Getting started". */
export function titleFromName(name: string): string {
  const words = name
    .replace(/^\d+[-_. ]+(?=\D)/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function imageOf(value: unknown): MarkdownPage['image'] {
  if (typeof value !== 'object' || value === null)
    return textOf(value) === '' ? null : { url: textOf(value), alt: '' };
  const { src, url, image, path, alt } = value as Record<string, unknown>;
  const location = [src, url, image, path].map(textOf).find((each) => each !== '');
  return location === undefined ? null : { url: location, alt: textOf(alt) };
}

/** The path of a URL or path, beginning with `/`; empty for one with variables such as `/:year/:title`. */
function pathFrom(text: string): string {
  if (text === '' || text.includes(':title') || !URL.canParse(text, 'http://localhost/')) return '';
  const { pathname } = new URL(text, 'http://localhost/');
  return /:[a-z]/.test(pathname) ? '' : pathname;
}
