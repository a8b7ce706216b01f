import { type ReactNode, useContext } from 'react';
import { FieldLanguageContext } from '../../components/form/language.ts';
import { useProject } from '../../api/project.ts';
import { LockedField } from '../editing/locked-field.tsx';
import { FallbackText } from '../locales/fallback-line.tsx';
import { useValueLanguage } from '../locales/item-locale.ts';
import { TermLocaleContext } from './term-locale.ts';

interface TermFieldProps {
  /** The key of the text; absent for a value that all languages share. */
  name?: string;
  /** The own text. */
  value?: string;
  /** Whether it is a part of an address. */
  isAddress?: boolean;
  children: ReactNode;
}

/** A field of a term: in its language, with what readers see while it is empty, or shared by all languages. */
export function TermField({ name, value, isAddress = false, children }: TermFieldProps) {
  const termLocale = useContext(TermLocaleContext);
  const isLimited = useProject().grant?.locales !== undefined;
  const isShared = name === undefined;
  const language = useValueLanguage(termLocale?.locale, { isShared, isAddress });
  if (termLocale === null) return children;
  const hasFallback = !isShared && !isAddress && value === '';
  const fallback = hasFallback ? termLocale.fallbacks[name] : undefined;
  return (
    <div>
      <FieldLanguageContext value={language}>
        <LockedField isLocked={isShared && isLimited}>{children}</LockedField>
      </FieldLanguageContext>
      {fallback === undefined ? null : <FallbackText source={fallback.source} words={fallback.text} />}
    </div>
  );
}
