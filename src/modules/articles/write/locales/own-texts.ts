import { apiError } from '../../../../contract/errors/api-error.ts';
import { freeSlug, slugOf, slugOfId } from '../../../../contract/text/slugs.ts';
import type { LocaleRecord, ProjectContext, Tx } from '../../../../core/context/index.ts';
import { type LocalizedItem, wasSeen } from '../../../../lifecycle/index.ts';
import type { ownPatch } from '../../locales/values.ts';
import type { ArticleModule } from '../../module.ts';
import { takenSlugs } from '../../store/repository.ts';
import type { ArticleRecord, ArticleValues } from '../../store/schema.ts';
import type { ArticleInput } from '../input.ts';

/**
 * A locale that is created or published has a title of its own, unless it is partial.
 * @throws missing_required_field
 */
export function checkTitle<V extends ArticleValues>({
  view,
  patch: { values, cleared },
  exists,
  isPartial,
  input,
}: {
  view: ArticleRecord<V>;
  patch: ReturnType<typeof ownPatch>;
  exists: boolean;
  isPartial: boolean;
  input: ArticleInput<V>;
}): void {
  const mustHaveTitle = (!exists && input.draftOnly !== true) || input.publish === true;
  const isEmpty = values['title'] === undefined && (cleared.includes('title') || view.draft.title === '');
  if (isPartial || !mustHaveTitle || !isEmpty) return;
  throw apiError('missing_required_field', { name: 'title' }, { param: 'title' });
}

interface SlugChoice<V extends ArticleValues> {
  before: ArticleRecord<V>;
  item: LocalizedItem;
  list: readonly LocaleRecord[];
  /** The article in the locale before the write. */
  view: ArticleRecord<V>;
  exists: boolean;
  input: ArticleInput<V>;
  /** Slugs that the write gives other locales, the addressed one first. */
  newSlugs: readonly unknown[];
}

/**
 * The slug of an article in a locale after a write: the sent one, else the current one, else one generated
 * from the title.
 * A title without letters has the slug of the default locale, or of the first one.
 * @throws slug_is_final, the module's code for a slug that another article has
 */
export async function chooseOwnSlug<V extends ArticleValues>(
  { db, now }: Tx<ProjectContext>,
  module: ArticleModule<V>,
  { before, item, list, view, exists, input, newSlugs }: SlugChoice<V>,
): Promise<string> {
  const currentSlug = exists ? view.draft.slug : '';
  const { slug } = input;
  if (currentSlug !== '' && (slug === undefined || slug === currentSlug)) return currentSlug;
  if (currentSlug !== '' && wasSeen(view, now))
    throw apiError('slug_is_final', { slug: currentSlug }, { param: 'slug' });
  const ofOthers = list.map(({ id }) => item.states.get(id)?.draft['slug']);
  const other = [...ofOthers, ...newSlugs].find((one) => typeof one === 'string' && one !== '');
  const fallback = typeof other === 'string' ? other : slugOfId(before._id);
  const title = input.patch.title ?? view.draft.title;
  const base = slug ?? slugOf(title, fallback);
  const usedSlugs = await takenSlugs(db, module, base, before._id);
  if (slug == null) return freeSlug(base, usedSlugs);
  if (usedSlugs.has(slug)) throw apiError(module.codes.slugTaken, { slug }, { param: 'slug' });
  return slug;
}
