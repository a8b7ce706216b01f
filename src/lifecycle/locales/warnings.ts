import type { LocaleRecord } from '../../core/context/index.ts';
import type { ChangedItem } from './item-change.ts';

/** A warning of a write in several locales. */
export interface LocaleWarning {
  code: string;
  message: string;
  param?: string;
  fields?: readonly string[];
  locales?: readonly string[];
}

/**
 * What a write in several locales did besides its request.
 * @param nameOf - the name of a shared value in bodies
 */
export function localeWarnings(
  changed: Pick<ChangedItem, 'after' | 'shared' | 'hiddenUntil'>,
  {
    list,
    changes,
    nameOf,
  }: {
    list: readonly LocaleRecord[];
    changes: readonly { locale: LocaleRecord; prefix: string }[];
    nameOf: (key: string) => string;
  },
): LocaleWarning[] {
  const names = (keys: readonly string[]) => [...new Set(keys.map(nameOf))];
  const { waiting, published } = changed.shared;
  const hidden = changes.flatMap(({ locale, prefix }) => {
    const until = changed.hiddenUntil.get(locale.id);
    return until === undefined ? [] : [hiddenWarning(until, `${prefix}published_at`)];
  });
  const live = list.filter(({ id }) => (changed.after.states.get(id)?.live ?? null) !== null);
  const codes = live.map(({ code }) => code);
  return [
    ...hidden,
    ...(waiting.length === 0 ? [] : [waitingWarning(names(waiting))]),
    ...(published.length === 0 ? [] : [publishedWarning(names(published), codes)]),
  ];
}

/** The warning about an item that readers no longer see until a date. */
export function hiddenWarning(visibleFrom: Date, param = 'published_at'): LocaleWarning {
  return {
    code: 'hidden_until',
    message: `Readers cannot see this until ${visibleFrom.toISOString()}.`,
    param,
  };
}

function waitingWarning(fields: string[]): LocaleWarning {
  const message = `These fields have one value for all locales, and wait in the draft until a live locale is published: ${fields.join(', ')}.`;
  return { code: 'shared_waiting', message, fields };
}

function publishedWarning(fields: string[], locales: string[]): LocaleWarning {
  const message = `These fields have one value for all locales. Their earlier changes are live now too: ${fields.join(', ')}.`;
  return { code: 'shared_published', message, fields, locales };
}
