import { Fragment, type ReactNode, useMemo } from 'react';
import { localeQuery, sourceOf, useChosenLocale, useWritableLocales } from '../../api/locales.ts';
import { useProjectQuery } from '../../api/project.ts';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { QueryView } from '../../components/layout/states.tsx';
import { LocaleAccess } from '../access/locale-access.tsx';
import { ownTerm, TermLocaleContext, termFallbacks } from './term-locale.ts';
import type { Term, TermKind, TermValues } from './use-term-form.ts';

export interface PanelEvents {
  onClose: () => void;
  /** Closes the panel without asking about changes. */
  onDone: () => void;
}

interface LoadedProps<Stored extends Term> {
  kind: Pick<TermKind<Stored, TermValues>, 'module' | 'path'>;
  /** Null for a new term. */
  id: string | null;
  /** The title of the panel while the term is loading. */
  title: string;
  onClose: () => void;
  children: (stored: Stored | null) => ReactNode;
}

/** Loads the term of a panel in the chosen locale; a new one needs no request. */
export function LoadedTerm<Stored extends Term>({ kind, id, title, onClose, children }: LoadedProps<Stored>) {
  const locale = useChosenLocale();
  const locales = useWritableLocales();
  const source = locale === null ? null : sourceOf(locale, locales);
  const path = `${kind.path}/${id ?? ''}`;
  const query = useProjectQuery<Stored>(kind.module, path, {
    query: locale === null ? {} : { locale: locale.code },
    enabled: id !== null,
  });
  const sourceQuery = useProjectQuery<Stored>(kind.module, path, {
    query: localeQuery(source),
    enabled: id !== null && source !== null,
  });
  const stored = query.data;
  const context = useMemo(
    () => (locale === null ? null : { locale, source, fallbacks: termFallbacks(stored, locales) }),
    [locale, source, locales, stored],
  );
  if (id === null) return children(null);
  if (stored !== undefined && (source === null || sourceQuery.data !== undefined))
    return (
      <TermLocaleContext value={context}>
        <LocaleAccess code={locale?.code}>
          <Fragment key={locale?.code}>{children(ownTerm(stored, sourceQuery.data ?? null))}</Fragment>
        </LocaleAccess>
      </TermLocaleContext>
    );
  return (
    <Dialog open onClose={onClose} title={title} size="side">
      <QueryView query={stored === undefined ? query : sourceQuery}>{() => null}</QueryView>
    </Dialog>
  );
}
