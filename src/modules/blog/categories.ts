import { noSeo, readSeo, seoLinks } from '../articles/write/seo.ts';
import { rejectWhileReferenced } from '../articles/uses.ts';
import { serializeCounted } from '../articles/counts.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { WrittenId } from '../../content/index.ts';
import { checkTerm, nameAfterWrite, textAfterWrite } from '../taxonomy/write.ts';
import { countTerms } from '../taxonomy/repository.ts';
import { listedTermOperations } from '../taxonomy/operations.ts';
import { termImages } from '../taxonomy/image-uses.ts';
import { termLinks } from '../taxonomy/links.ts';
import { termSweep } from '../taxonomy/locales/sweep.ts';
import { translatedTerms } from '../taxonomy/locales/translated-terms.ts';
import { trashedTerms } from '../taxonomy/trash.ts';
import type { Taxonomy } from '../taxonomy/taxonomy.ts';
import type { TermValues } from '../taxonomy/schema.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import { categories, categoryImageFields } from './repository.ts';
import { type CategoryRecord, ChangeBlogCategory } from './schema.ts';
import { serializeCategory } from './serialize.ts';

const category: Taxonomy<CategoryRecord> = {
  kind: 'blog_category',
  path: '/v1/blog/categories',
  nameKey: 'name',
  localized: ['name', 'description', 'seo'],
  collection: categories,
  limit: 'categories_per_project_max',
  count: (db, max) => countTerms(db, categories, max),
  module: 'blog',
  nameOf: ({ name }) => name,
  urlOf: (slug) => `/v1/blog/categories/${slug}`,
  unknown: (slug) => apiError('unknown_blog_category', { slug }, { param: 'category' }),
};

/** Resolves links and references to categories. */
export const categoryLinks = termLinks(category);
export const categorySweep = termSweep(category);
export const translatedCategories = translatedTerms(
  { kind: category, values: readCategoryValues },
  ChangeBlogCategory,
);

/** Finds categories by their image or share image. */
export const categoryImages = termImages(category, 'blog_category', categoryImageFields);

/** Restores deleted categories. */
export const trashedCategories = trashedTerms(category);

type CategoryValues = TermValues<CategoryRecord>;
const empty: CategoryValues = { name: '', description: '', image_id: null, seo: noSeo };

const operations = listedTermOperations({
  kind: category,
  path: '/v1/blog/categories',
  values: readCategoryValues,
  serialize: serializeCategories,
  protect: (tx, record) => rejectWhileReferenced(tx, 'categories', record._id),
});

export const createCategory = operations.create;
export const addCategory = operations.add;
export const updateCategory = operations.update;
/** Merges `seo` key by key. */
export const changeCategory = operations.change;
/** Rejected while articles are in the category. */
export const removeCategory = operations.remove;

/** Lists categories by name, with the number of their live articles (specification: blog). */
export const listCategories = operations.list;
export const readCategory = operations.read;
export const categoryIdOf = operations.idOf;

/** @throws missing_required_field, unknown_link */
async function readCategoryValues(
  tx: ProjectContext,
  storedValues: CategoryValues | null,
  input: ChangeBlogCategory,
): Promise<CategoryValues> {
  const before = storedValues ?? empty;
  const { name, description, image_id, seo } = input;
  const nameResult = nameAfterWrite('name', before.name, name);
  const values: CategoryValues = {
    name: nameResult.name,
    description: textAfterWrite(before.description, description),
    image_id: image_id === undefined ? before.image_id : image_id,
    seo: { ...before.seo, ...(seo === undefined ? {} : readSeo(seo)) },
  };
  const writtenIds: WrittenId[] = [];
  if (image_id != null)
    writtenIds.push({
      id: image_id,
      expected: 'media',
      param: 'image_id',
      field: { name: 'image_id', isList: false },
    });
  if (seo !== undefined) writtenIds.push(...seoLinks(readSeo(seo)));
  await checkTerm(tx, nameResult.errors, writtenIds);
  return values;
}

function serializeCategories(context: ProjectContext, records: readonly CategoryRecord[]) {
  return serializeCounted(context, records, {
    facet: 'category',
    imagesOf: ({ image_id, seo }) => [image_id, seo.og_image_id],
    serialize: serializeCategory,
  });
}
