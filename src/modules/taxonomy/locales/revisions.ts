import { isDeepStrictEqual } from 'node:util';
import { latest } from '../../../contract/time.ts';
import type { LocaleRecord } from '../../../core/context/index.ts';
import { servedChain } from '../../../projects/index.ts';
import { revisionIn, servedTerm } from './served.ts';
import type { LocaleRevision, TermRecord } from '../schema.ts';
import type { Taxonomy } from '../taxonomy.ts';

/** The revision of the last write in any locale. All revisions of a record come from one counter. */
export function lastRevision({ revision, locale_revisions: further = {} }: TermRecord): number {
  return Math.max(revision, ...Object.values(further).map((one) => one.revision));
}

/** The record after a write, with a new revision in each locale that changes, itself or through a fallback. */
export function withRevisions<R extends TermRecord>(
  kind: Taxonomy<R>,
  { list, before, after, now }: { list: readonly LocaleRecord[]; before: R; after: R; now: Date },
): R {
  const revision = lastRevision(before) + 1;
  const revisionAfter = (id: string, isDefault: boolean): LocaleRevision => {
    const last = revisionIn(before, { id, isDefault });
    const locale = { chain: servedChain(list, id), isDefault };
    const isSame = isDeepStrictEqual(contentIn(before, kind, locale), contentIn(after, kind, locale));
    return isSame ? last : { revision, updated_at: latest(last.updated_at, now) };
  };
  const [main, ...others] = list.map(({ id }, i) => [id, revisionAfter(id, i === 0)] as const);
  if (main === undefined) throw new Error('a project has a default locale');
  const further = others.filter(([, one]) => !isDeepStrictEqual(one, main[1]));
  const { locale_revisions: _before, ...rest } = after;
  const ownRevisions = further.length === 0 ? {} : { locale_revisions: Object.fromEntries(further) };
  return { ...(rest as R), ...main[1], ...ownRevisions };
}

/** What a locale contains and what its readers see. */
function contentIn<R extends TermRecord>(
  record: R,
  kind: Taxonomy<R>,
  locale: { chain: readonly [string, ...string[]]; isDefault: boolean },
) {
  const {
    locales,
    locale_slugs: _slugs,
    locale_revisions: _revisions,
    ...served
  } = servedTerm(record, kind, locale);
  const { revision: _revision, updated_at: _time, ...content } = served;
  return { content, own: locale.isDefault ? undefined : locales?.[locale.chain[0]] };
}
