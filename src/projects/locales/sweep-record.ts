import type { LocaleListRecord, LocaleRecord, LocaleSweepRecord } from '../../core/context/index.ts';
import { fallbackChain, hasDefaultRows, hasOtherFallbacks } from './list.ts';

/**
 * What a job has to do after a change of the list, together with what it had to do before; undefined for nothing. Rows
 * depend on the fallbacks of their locale, translation states on all locales, and a removed locale leaves content behind.
 * @param eventsAt - the time of a removal whose items get events
 */
export function sweepAfter(
  { list: before, sweep }: LocaleListRecord,
  list: readonly LocaleRecord[],
  version: number,
  eventsAt?: Date,
): LocaleSweepRecord | undefined {
  const isPresent = ({ id }: LocaleRecord) => list.some((one) => one.id === id);
  const removed = before
    .filter((locale) => !isPresent(locale))
    .map((locale) => (eventsAt === undefined ? locale : { ...locale, events_at: eventsAt }));
  const [hadRows, hasRows] = [hasDefaultRows(before), hasDefaultRows(list)];
  const isFilling = hasRows && !hadRows;
  const defaultId = list[0]?.id ?? '';
  const preparing = list.filter((locale) => {
    if (isFilling && locale.serves_entries && fallbackChain(list, locale.id).includes(defaultId)) return true;
    const isNew = before.every(({ id }) => id !== locale.id);
    return !isNew && hasOtherFallbacks(before, list, locale.id);
  });
  const isStateChanged = list.some((locale) => {
    const old = before.find(({ id }) => id === locale.id);
    return old === undefined ? !locale.partial : old.partial !== locale.partial;
  });
  if (preparing.length + removed.length === 0 && hadRows === hasRows && !isStateChanged) return sweep;
  const ids = new Set([...(sweep?.preparing ?? []), ...preparing.map(({ id }) => id)]);
  return {
    version,
    preparing: [...ids].filter((id) => list.some((one) => one.id === id)),
    removing: [...(sweep?.removing ?? []), ...removed],
    is_filling: hasRows && (isFilling || sweep?.is_filling === true),
    is_marked: false,
    progress: 0,
  };
}
