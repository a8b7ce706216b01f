import type { LocaleSweep, ProjectWriter, Tx, WriteResult } from '../../../core/context/index.ts';
import { writeProject } from '../../../projects/index.ts';
import { findTermsInLocales, replaceTerm } from '../repository.ts';
import type { TermRecord } from '../schema.ts';
import type { Taxonomy } from '../taxonomy.ts';
import { localesPart } from './write.ts';

/** Terms that one transaction changes. */
const batchSize = 100;

/** Deletes the texts of removed locales from all terms of a kind. Readers don't see them any more. */
export function termSweep<R extends TermRecord>(kind: Taxonomy<R>): LocaleSweep {
  return {
    async run(writer, removed) {
      if (removed.length === 0) return;
      for (let after: string | null = ''; after !== null;) {
        const position: string = after;
        after = await writeProject(writer, (tx) => sweepBatch(tx, kind, { removed, after: position }));
      }
    },
  };
}

/** Changes the next terms after an id. @returns the id of the last one; null when none is left */
async function sweepBatch<R extends TermRecord>(
  tx: Tx<ProjectWriter>,
  { collection }: Taxonomy<R>,
  { removed, after }: { removed: readonly string[]; after: string },
): Promise<WriteResult<string | null>> {
  const terms = await findTermsInLocales(tx.db, collection, { locales: removed, after, limit: batchSize });
  for (const before of terms)
    await replaceTerm(tx.db, collection, { before, after: without(before, removed) });
  const last = terms.at(-1);
  if (last === undefined) return tx.unchanged(null);
  return tx.continued(terms.length < batchSize ? null : last._id);
}

/** The term without texts, slugs and revisions of removed locales. */
function without<R extends TermRecord>(term: R, removed: readonly string[]): R {
  const { locales = {}, locale_slugs: _slugs, locale_revisions: revisions = {}, ...rest } = term;
  const remaining = <T>(byLocale: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(byLocale).filter(([id]) => !removed.includes(id)));
  const ownRevisions = remaining(revisions);
  return {
    ...(rest as unknown as R), // R without its optional keys
    ...localesPart(term.slug, remaining(locales)),
    ...(Object.keys(ownRevisions).length === 0 ? {} : { locale_revisions: ownRevisions }),
  };
}
