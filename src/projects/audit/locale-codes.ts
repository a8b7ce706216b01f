import type { AuditDetail, AuditEntry, AuditStep } from '../../contract/events/audit-actions.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { localesOf } from '../locales/list.ts';
import { findProject } from '../project/repository.ts';

/** The entries with the codes of locales in place of their ids; ids of removed locales stay. */
export async function withCodesInDetails(
  db: ProjectDb,
  entries: readonly AuditEntry[],
): Promise<readonly AuditEntry[]> {
  if (!entries.some(({ detail }) => limitsIn(detail).some(isLimitedToLocales))) return entries;
  const { list } = localesOf((await findProject(db)) ?? {});
  const codes = new Map(list.map(({ id, code }) => [id, code]));
  const coded = (limits: unknown) =>
    isLimitedToLocales(limits)
      ? { ...limits, locales: limits.locales.map((id) => codes.get(id) ?? id) }
      : limits;
  const codedStep = ({ from, to }: AuditStep): AuditStep => ({ from: coded(from), to: coded(to) });
  return entries.map((entry) => {
    const { grant, scopes } = entry.detail ?? {};
    if (grant === undefined && scopes === undefined) return entry;
    const detail = {
      ...entry.detail,
      ...(grant === undefined ? {} : { grant: codedStep(grant) }),
      ...(scopes === undefined ? {} : { scopes: codedStep(scopes) }),
    };
    return { ...entry, detail };
  });
}

function limitsIn({ grant, scopes }: AuditDetail = {}): unknown[] {
  return [grant, scopes].flatMap((step) => (step === undefined ? [] : [step.from, step.to]));
}

function isLimitedToLocales(limits: unknown): limits is { locales: readonly string[] } {
  return typeof limits === 'object' && limits !== null && 'locales' in limits;
}
