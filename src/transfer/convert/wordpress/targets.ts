import { typeSlugFrom } from '../values.ts';
import type { WordPressItem } from './item.ts';

/** Where the items of a post type go with `--map`. */
export const mappedTargets = ['articles', 'pages', 'skip'] as const;
export type MappedTarget = (typeof mappedTargets)[number];

/** By post type, for example `book` -> `articles`. */
export type TypeMap = ReadonlyMap<string, MappedTarget>;

/** What an item becomes. `type` is the slug of a content type. */
export type ItemTarget =
  | { kind: 'article' }
  | { kind: 'entry'; type: string; isPage: boolean }
  | { kind: 'media' }
  | { kind: 'skip'; reason: string };

/** Post types of themes, of the editor and of plugins, and those that contain personal data. */
const skippedTypes = new Set(
  (
    'nav_menu_item revision custom_css customize_changeset oembed_cache user_request wp_block wp_template ' +
    'wp_template_part wp_global_styles wp_navigation wp_font_family wp_font_face acf-field acf-field-group ' +
    'acf-post-type acf-taxonomy wpcf7_contact_form wpforms wpforms_entry feedback jp_pay_order shop_order ' +
    'shop_order_refund shop_order_placehold shop_coupon shop_subscription shop_webhook edd_payment edd_discount ' +
    'flamingo_inbound flamingo_contact flamingo_outbound scheduled-action elementor_library elementor_snippet ' +
    'et_pb_layout fl-builder-template mailpoet_page mc4wp-form'
  ).split(' '),
);
const skippedStates = new Set(['trash', 'auto-draft', 'inherit']);
const hiddenFileStates = new Set(['private', 'trash', 'auto-draft', 'draft', 'pending']);

export function targetOf(item: WordPressItem, map: TypeMap): ItemTarget {
  const { type, status, content, excerpt, fileUrl } = item;
  const mappedTarget = map.get(type);
  if (mappedTarget === 'skip' || skippedTypes.has(type)) return { kind: 'skip', reason: type };
  if (type === 'attachment') {
    if (hiddenFileStates.has(status)) return { kind: 'skip', reason: status };
    return /^https?:\/\//i.test(fileUrl) ? { kind: 'media' } : { kind: 'skip', reason: 'no_url' };
  }
  if (skippedStates.has(status)) return { kind: 'skip', reason: status };
  if (mappedTarget === 'articles' || (mappedTarget === undefined && type === 'post'))
    return { kind: 'article' };
  if (mappedTarget === 'pages' || type === 'page') return { kind: 'entry', type: 'page', isPage: true };
  if (content === '' && excerpt === '') return { kind: 'skip', reason: type };
  return { kind: 'entry', type: typeSlugFrom(type), isPage: false };
}
