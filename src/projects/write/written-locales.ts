import { allLocales, findMissingLocale } from '../../contract/access.ts';
import type { AuditEntry } from '../../contract/events/audit-actions.ts';
import type { TxOperations, WriteContext } from '../../core/context/index.ts';
import { accessError } from '../../core/http/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';

/** The locales that the work of one write reports with `noteLocales`. Work that reports nothing counts as `*`. */
export class ChangedLocales {
  #ids: Set<string> | null = null;

  note(ids: readonly string[]): void {
    this.#ids = new Set([...(this.#ids ?? []), ...ids]);
  }

  get ids(): Iterable<string> {
    return this.#ids ?? [allLocales];
  }
}

type LocalesOf = Pick<TxOperations<ProjectDb>, 'locales'>['locales'];

/** The audit entries of a write with the codes of its locales, if it changed content of a further one. */
export async function withLocaleInAudit(
  entries: readonly AuditEntry[],
  localeIds: Iterable<string>,
  locales: LocalesOf,
): Promise<readonly AuditEntry[]> {
  const ids = new Set(localeIds);
  ids.delete(allLocales);
  if (entries.length === 0 || ids.size === 0) return entries;
  const { list } = await locales();
  if (list.slice(1).every(({ id }) => !ids.has(id))) return entries;
  const changedLocales = list.filter(({ id }) => ids.has(id));
  const locale = changedLocales.map(({ code }) => code).join(',');
  return entries.map((entry) => ({ ...entry, detail: { ...entry.detail, locale } }));
}

/**
 * Rejects work that changes anything but content of the locales in the grant of the caller (specification: access).
 * All writes of a project pass here.
 * @throws scope_required for keys, role_required for people
 */
export async function checkWrittenLocales(
  { caller }: Pick<WriteContext, 'caller'>,
  localeIds: Iterable<string>,
  locales: LocalesOf,
): Promise<void> {
  if (caller?.grant?.locales == null) return;
  const missing = findMissingLocale(caller.grant, localeIds, (await locales()).list);
  if (missing !== null) throw accessError(caller, { missing, permission: 'draft' });
}
