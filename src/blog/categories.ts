import { articleCounts, noSeo, readSeo, refuseWhileHeld, seoLinks } from '../articles/service.ts';
import { joinProblems, problem } from '../contract/problem.ts';
import {
  checkMediaUrls,
  checkWrittenIds,
  earliest,
  resolveTargets,
  Wanted,
  type WrittenId,
} from '../links/service.ts';
import {
  answerByName,
  answerOne,
  changeNamed,
  createNamed,
  namedImages,
  namedLinks,
  type NamedKind,
  readNamed,
  removeNamed,
} from '../named/service.ts';
import type { NamedValues } from '../named/schema.ts';
import type { ProjectCall } from '../platform/call.ts';
import { categories, categoryImageFields } from './repository.ts';
import type { CategoryListQuery, CategoryRecord, ChangeBlogCategory } from './schema.ts';
import { serializeCategory } from './serialize.ts';

const category: NamedKind<CategoryRecord> = {
  kind: 'blog_category',
  collection: categories,
  module: 'blog',
  nameOf: ({ name }) => name,
  urlOf: (slug) => `/v1/blog/categories/${slug}`,
  unknown: (slug) => problem('unknown_blog_category', { slug }, { param: 'category' }),
};

/** How links and articles lead to categories. */
export const categoryLinks = namedLinks(category);

/** Categories by their picture or share image. */
export const categoryImages = namedImages(category, categoryImageFields);

type Values = NamedValues<CategoryRecord>;
const empty: Values = { name: '', description: '', image_id: null, seo: noSeo };

/** All categories by name, with the number of their live articles (contract, section 8). */
export async function listCategories(call: ProjectCall, query: CategoryListQuery) {
  checkMediaUrls(call, query);
  return answerByName(call, { kind: category, serve }, query);
}

/** One category, by slug or id. @throws unknown_blog_category */
export async function readCategory(call: ProjectCall, slug: string, query: CategoryListQuery) {
  checkMediaUrls(call, query);
  return answerOne(call, serve, await readNamed(call, category, slug));
}

/** @throws missing_required_field, invalid_field_value, unknown_link, slug_taken */
export async function createCategory(call: ProjectCall, input: ChangeBlogCategory) {
  const record = await createNamed(call, category, input.slug ?? null, (inside) =>
    read(inside, empty, input),
  );
  return answerOne(call, serve, record, category.urlOf(record.slug));
}

/** PATCH: keys that are left out stay, null clears, `seo` is merged key by key. @throws as for creation, and the 404 */
export async function changeCategory(call: ProjectCall, slug: string, input: ChangeBlogCategory) {
  if (Object.keys(input).length === 0) throw problem('nothing_to_update', {});
  const record = await changeNamed(call, category, slug, {
    slug: input.slug,
    values: (before, inside) => read(inside, before, input),
  });
  return answerOne(call, serve, record);
}

/** @throws unknown_blog_category, entry_referenced while articles are in it */
export function removeCategory(call: ProjectCall, slug: string): Promise<void> {
  return removeNamed(call, category, slug, (record, inside) =>
    refuseWhileHeld(inside, 'categories', record._id),
  );
}

/** The id of the category that a filter names, by slug or id. @throws unknown_blog_category */
export async function categoryIdOf(call: ProjectCall, slugOrId: string): Promise<string> {
  return (await readNamed(call, category, slugOrId))._id;
}

async function read(inside: ProjectCall, before: Values, input: ChangeBlogCategory): Promise<Values> {
  const { name, description, image_id, seo } = input;
  const values: Values = {
    name: name === undefined ? before.name : (name ?? ''),
    description: description === undefined ? before.description : (description ?? ''),
    image_id: image_id === undefined ? before.image_id : image_id,
    seo: { ...before.seo, ...(seo === undefined ? {} : readSeo(seo)) },
  };
  const missing =
    values.name.trim() === '' ? [problem('missing_required_field', { name: 'name' }, { param: 'name' })] : [];
  const written: WrittenId[] = [];
  if (image_id != null) written.push({ id: image_id, expected: 'media', param: 'image_id' });
  if (seo !== undefined) written.push(...seoLinks(readSeo(seo)));
  const { faults } = await checkWrittenIds(inside, written);
  const refused = joinProblems([...missing, ...faults]);
  if (refused !== null) throw refused;
  return values;
}

async function serve(call: ProjectCall, records: readonly CategoryRecord[]) {
  const wanted = new Wanted();
  for (const { image_id, seo } of records) {
    if (image_id !== null) wanted.add('media', image_id);
    if (seo.og_image_id !== null) wanted.add('media', seo.og_image_id);
  }
  const ids = records.map((record) => record._id);
  const [counts, targets] = await Promise.all([
    articleCounts(call, 'category', ids),
    resolveTargets(call, wanted),
  ]);
  const data = records.map((record) => serializeCategory(record, counts.of(record._id), targets));
  return { data, validUntil: earliest(counts.validUntil, targets.validUntil) };
}
