import { parseTime } from '../../../contract/time.ts';
import { visibleText } from '../html.ts';
import { digest } from '../values.ts';
import { childText, type WxrElement } from './wxr.ts';

/** A category, tag or term of another taxonomy. */
export interface Term {
  taxonomy: string;
  slug: string;
  name: string;
}

/** An item of an export: a post, page, attachment, menu item and so on. */
export interface WordPressItem {
  id: string;
  type: string;
  status: string;
  title: string;
  content: string;
  excerpt: string;
  slug: string;
  link: string;
  hasPassword: boolean;
  /** The login of the author, which is never written. */
  login: string;
  createdAt: Date | null;
  updatedAt: Date | null;
  parentId: string;
  fileUrl: string;
  terms: Term[];
  meta: ReadonlyMap<string, readonly string[]>;
  commentIds: string[];
}

/** The custom fields that are converted. Others can contain secrets of plugins. */
const convertedMeta = new Set([
  '_thumbnail_id',
  '_wp_attachment_image_alt',
  '_wp_old_slug',
  '_yoast_wpseo_title',
  '_yoast_wpseo_metadesc',
  'rank_math_title',
  'rank_math_description',
]);

export function readItem(element: WxrElement): WordPressItem {
  const text = (name: string) => childText(element, name);
  const title = visibleText(text('title'));
  return {
    id: text('wp:post_id') || digest(`${text('link')} ${title} ${text('content:encoded')}`),
    type: text('wp:post_type') || 'post',
    status: text('wp:status'),
    title,
    content: text('content:encoded'),
    excerpt: visibleText(text('excerpt:encoded')),
    slug: text('wp:post_name'),
    link: text('link'),
    hasPassword: text('wp:post_password') !== '',
    login: text('dc:creator'),
    createdAt: timeOf(element, 'wp:post_date'),
    updatedAt: timeOf(element, 'wp:post_modified'),
    parentId: text('wp:post_parent'),
    fileUrl: text('wp:attachment_url') || text('guid'),
    terms: element.children.filter(({ name }) => name === 'category').map(termOf),
    meta: metaOf(element),
    commentIds: element.children
      .filter(({ name }) => name === 'wp:comment')
      .map((comment) => childText(comment, 'wp:comment_id')),
  };
}

function termOf({ attributes, text }: WxrElement): Term {
  const name = visibleText(text);
  return { taxonomy: attributes['domain'] ?? 'category', slug: attributes['nicename'] || name, name };
}

function metaOf({ children }: WxrElement): Map<string, string[]> {
  const meta = new Map<string, string[]>();
  for (const child of children) {
    if (child.name !== 'wp:postmeta') continue;
    const [key, value] = [childText(child, 'wp:meta_key'), childText(child, 'wp:meta_value')];
    if (convertedMeta.has(key) && value !== '') meta.set(key, [...(meta.get(key) ?? []), value]);
  }
  return meta;
}

/** The time in UTC, or the local one if an export lacks it. */
function timeOf(element: WxrElement, name: string): Date | null {
  for (const key of [`${name}_gmt`, name]) {
    const text = childText(element, key);
    const date = text === '' || text.startsWith('0000') ? null : parseTime(`${text.replace(' ', 'T')}Z`);
    if (date !== null) return date;
  }
  return null;
}
