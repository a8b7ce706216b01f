import { isDeepStrictEqual } from 'node:util';
import type {
  LocaleCheck,
  LocaleRecord,
  LocaleSample,
  LocaleSweep,
  ProjectWriter,
  Tx,
  WriteResult,
} from '../../../core/context/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { firstSampledId } from '../../../lifecycle/index.ts';
import { writeProject } from '../../../projects/index.ts';
import { findTermsAfter, replaceTerm } from '../repository.ts';
import type { TermRecord } from '../schema.ts';
import type { Taxonomy } from '../taxonomy.ts';
import { withTranslationKeys } from './translations.ts';
import { localesPart } from './write.ts';

/** Terms that one transaction changes. */
const batchSize = 100;

/**
 * Deletes the texts of removed locales from all terms of a kind, which readers don't see any more, and derives the
 * translation states of the others.
 */
export function termSweep<R extends TermRecord>(kind: Taxonomy<R>): LocaleSweep {
  return {
    async run(writer, removed) {
      for (let after: string | null = ''; after !== null;) {
        const position: string = after;
        after = await writeProject(writer, (tx) => sweepBatch(tx, kind, { removed, after: position }));
      }
    },
    async rebuild(db, { list }) {
      for (let after: string | null = ''; after !== null;)
        after = (await matchBatch(db, kind, { list, removed: [], after })).next;
    },
    check: (db, sample) => checkTerms(db, kind, sample),
  };
}

/** Changes the next terms after an id. @returns the id of the last one; null when none is left */
async function sweepBatch<R extends TermRecord>(
  tx: Tx<ProjectWriter>,
  kind: Taxonomy<R>,
  { removed, after }: { removed: readonly string[]; after: string },
): Promise<WriteResult<string | null>> {
  const { list } = await tx.locales();
  const { isEmpty, next } = await matchBatch(tx.db, kind, { list, removed, after });
  return isEmpty ? tx.unchanged(null) : tx.continued(next);
}

interface Batch {
  list: readonly LocaleRecord[];
  removed: readonly string[];
  after: string;
}

/** Matches the next terms after an id. @returns the last id; null after the last batch */
async function matchBatch<R extends TermRecord>(
  db: ProjectDb,
  kind: Taxonomy<R>,
  { list, removed, after }: Batch,
): Promise<{ isEmpty: boolean; next: string | null }> {
  const { collection } = kind;
  const terms = await findTermsAfter(db, collection, { after, limit: batchSize });
  for (const before of terms) {
    const matchingTerm = withTranslationKeys(kind, list, without(before, removed));
    if (!isDeepStrictEqual(before, matchingTerm))
      await replaceTerm(db, collection, { before, after: matchingTerm });
  }
  const isLast = terms.length < batchSize;
  return { isEmpty: terms.length === 0, next: isLast ? null : (terms.at(-1)?._id ?? null) };
}

/** The term without texts, slugs and revisions of removed locales. */
function without<R extends TermRecord>(term: R, removed: readonly string[]): R {
  const { locales = {}, locale_slugs: _slugs, locale_revisions: revisions = {}, ...others } = term;
  const { locale_sources: sources = {}, ...rest } = others;
  const remaining = <T>(byLocale: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(byLocale).filter(([id]) => !removed.includes(id)));
  const ownRevisions = remaining(revisions);
  const ownSources = remaining(sources);
  return {
    ...(rest as unknown as R), // R without its optional keys
    ...localesPart(term.slug, remaining(locales)),
    ...(Object.keys(ownRevisions).length === 0 ? {} : { locale_revisions: ownRevisions }),
    ...(Object.keys(ownSources).length === 0 ? {} : { locale_sources: ownSources }),
  };
}

/** Compares the slugs and translation states of some terms with a fresh derivation. */
async function checkTerms<R extends TermRecord>(
  db: ProjectDb,
  kind: Taxonomy<R>,
  sample: LocaleSample,
): Promise<LocaleCheck> {
  const { list, size: limit } = sample;
  const { collection } = kind;
  const laterTerms = await findTermsAfter(db, collection, {
    after: firstSampledId(kind.kind, sample),
    limit,
  });
  const terms =
    laterTerms.length === limit ? laterTerms : await findTermsAfter(db, collection, { after: '', limit });
  const outdated = terms.filter(
    (term) => !isDeepStrictEqual(term, withTranslationKeys(kind, list, without(term, []))),
  );
  return { checked: terms.length, outdated: outdated.map(({ _id }) => _id) };
}
