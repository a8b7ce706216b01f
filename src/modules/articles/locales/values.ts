import type { OwnValues, ServedAddress, ServedForm, ValueParts } from '../../../lifecycle/index.ts';
import type { ArticleModule } from '../module.ts';
import { noSeo } from '../write/seo.ts';
import type { ArticleValues, SeoValues } from '../store/schema.ts';

/** Keys whose values are different in each locale. All others are shared. `seo` is stored key by key, as `seo/title`. */
const localizedKeys = [
  'slug',
  'title',
  'excerpt',
  'body',
  'word_count',
  'opening',
  'featured_image_id',
  'tags',
  'canonical_url',
] as const;

/** Keys that are computed from the body, and are written and cleared with it. */
export const bodyKeys: readonly string[] = ['word_count', 'opening'];

const seoPrefix = 'seo/';

/** Localized keys of bodies of writes. */
export const localizedBodyKeys: readonly string[] = [
  ...localizedKeys.filter((key) => !bodyKeys.includes(key)),
  'seo',
];

/** Whether each locale has its own value of a key. */
export function isLocalized(key: string): boolean {
  return (localizedKeys as readonly string[]).includes(key);
}

/** The localized values of articles by address, and the values that are the same in all locales. */
export function articleParts<V extends ArticleValues>({
  empty,
}: Pick<ArticleModule<V>, 'empty'>): ValueParts<V> {
  return {
    split({ seo, ...values }) {
      const own: Record<string, unknown> = ownSeo(seo);
      const shared: Record<string, unknown> = {};
      const hasBody = !isBlank(values.body);
      for (const [key, value] of Object.entries(values)) {
        if (!isLocalized(key)) {
          if (value !== null) shared[key] = value;
        } else if (bodyKeys.includes(key) ? hasBody : !isBlank(value)) own[key] = value;
      }
      return { own, shared };
    },
    join(shared, own) {
      const { seo: _seo, ...blank } = empty;
      const values = Object.entries({ ...blank, ...shared, ...own }).filter(
        ([key]) => !key.startsWith(seoPrefix),
      );
      return { ...Object.fromEntries(values), seo: seoOf(own) } as unknown as V; // the parts have all keys
    },
  };
}

function ownSeo(seo: Partial<SeoValues>): Record<string, unknown> {
  const values = Object.entries(seo).filter(([, value]) => value !== '' && value !== null);
  return Object.fromEntries(values.map(([key, value]) => [`${seoPrefix}${key}`, value]));
}

/** The keys of `seo` that an article has in a locale itself. */
export function ownSeoOf(own: OwnValues): Partial<SeoValues> {
  const values = Object.entries(own).filter(([key]) => key.startsWith(seoPrefix));
  return Object.fromEntries(values.map(([key, value]) => [key.slice(seoPrefix.length), value]));
}

function seoOf(own: OwnValues): SeoValues {
  const keys = Object.keys(noSeo) as (keyof SeoValues)[];
  const values = keys.map((key) => [key, own[`${seoPrefix}${key}`] ?? noSeo[key]]);
  return Object.fromEntries(values) as SeoValues; // each key has a value
}

function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && 'content' in value && isBlank(value.content);
}

/** Each key of `seo` is decided locale by locale: the own key, else the text that it falls back to. */
const seoAddresses: readonly ServedAddress[] = [
  { address: 'seo/title', fallsBack: true, or: ['title'] },
  { address: 'seo/description', fallsBack: true, or: ['excerpt', 'opening'] },
  { address: 'seo/og_image_id', fallsBack: true, or: ['featured_image_id'] },
  { address: 'seo/no_index', fallsBack: true },
];

/** How articles are served in locales. */
export function articleForm<V extends ArticleValues>(module: ArticleModule<V>): ServedForm<V> {
  const keys = localizedKeys.filter((key) => key in module.empty);
  const addresses = [
    // Each locale with content has a slug of its own.
    ...keys.map((address) => ({ address, fallsBack: address !== 'slug' })),
    ...seoAddresses,
  ];
  return { parts: articleParts(module), addressesOf: () => addresses };
}

/** The name of a fallback in responses; undefined for values that responses don't contain by themselves. */
export function fallbackName(address: string): string | undefined {
  return address.startsWith(seoPrefix) || bodyKeys.includes(address) ? undefined : address;
}

/** Values in the form of writes, with null in place of localized ones that the locale does not have. */
export function writtenForm(form: Record<string, unknown>, own: OwnValues): Record<string, unknown> {
  const seo = Object.entries(form['seo'] as object).map(([key, value]): [string, unknown] => [
    key,
    `${seoPrefix}${key}` in own ? value : null,
  ]);
  const values = Object.entries(form).map(([key, value]): [string, unknown] => [
    key,
    isLocalized(key) && !(key in own) ? null : value,
  ]);
  return { ...Object.fromEntries(values), seo: Object.fromEntries(seo) };
}

/** The values of a write of one locale, as they were read from a body. */
interface WrittenValues {
  patch: object;
  seo: Partial<SeoValues>;
  /** The body; absent for writes without one. */
  sent?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The own values that a write sets in a locale, and those that it clears. Null clears a value, so that it falls back; in
 * further locales an empty text or list that was sent is a value.
 */
export function ownPatch({ patch, seo, sent }: WrittenValues, isDefault: boolean) {
  const values: Record<string, unknown> = {};
  const cleared: string[] = [];
  const clears = (key: string, value: unknown) =>
    isBlank(value) && (isDefault || sent === undefined || sent[key] == null);
  const written = Object.entries(patch).filter(([key]) => isLocalized(key));
  const body = written.find(([key]) => key === 'body')?.[1] as unknown;
  for (const [key, value] of written) {
    const isCleared = bodyKeys.includes(key) ? clears('body', body) : clears(key, value);
    if (isCleared) cleared.push(key);
    else values[key] = value;
  }
  Object.assign(values, ownSeo(seo));
  const emptySeo = Object.keys(seo).filter((key) => !(`${seoPrefix}${key}` in values));
  cleared.push(...emptySeo.map((key) => `${seoPrefix}${key}`));
  if (sent?.['seo'] === null) {
    delete values['seo/no_index'];
    cleared.push('seo/no_index');
  }
  return { values, cleared };
}

/** Own values after a write of them. */
export function mergeOwn(own: OwnValues, { values, cleared }: ReturnType<typeof ownPatch>): OwnValues {
  const rest = Object.entries(own).filter(([key]) => !cleared.includes(key));
  return { ...Object.fromEntries(rest), ...values };
}

/** Shared values after a write of them; null removes one. */
export function mergeShared(shared: OwnValues, patch: object): OwnValues {
  const written = Object.entries(patch).filter(([key]) => !isLocalized(key));
  const all = Object.entries({ ...shared, ...Object.fromEntries(written) });
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}
