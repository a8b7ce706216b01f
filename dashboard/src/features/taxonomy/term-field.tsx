import { type ComponentProps, type ReactNode, useContext } from 'react';
import { TextArea, TextField } from '../../components/form/field.tsx';
import { FieldLanguageContext } from '../../components/form/language.ts';
import { useProject } from '../../api/project.ts';
import { LockedField } from '../editing/locked-field.tsx';
import { FallbackText } from '../locales/fallback-line.tsx';
import { useValueLanguage } from '../locales/item-locale.ts';
import { TermLocaleContext } from './term-locale.ts';

/** A field of a term that all languages share. Members who are limited to some languages can only view it. */
export function SharedField({ children }: { children: ReactNode }) {
  const termLocale = useContext(TermLocaleContext);
  const isLimited = useProject().grant?.locales !== undefined;
  const language = useValueLanguage(termLocale?.locale, { isShared: true, isAddress: false });
  if (termLocale === null) return children;
  return (
    <div>
      <FieldLanguageContext value={language}>
        <LockedField isLocked={isLimited}>{children}</LockedField>
      </FieldLanguageContext>
    </div>
  );
}

type TextProps = Pick<
  ComponentProps<typeof TextField>,
  | ('label' | 'help' | 'value' | 'onChange' | 'required' | 'placeholder')
  | ('autoComplete' | 'autoFocus' | 'autoCapitalize' | 'spellCheck')
>;

interface TermTextProps extends TextProps {
  /** The key of the text, and the parameter of its errors. */
  name: string;
  /** The height of a text of several lines. */
  rows?: number;
  /** Whether it is a part of an address. */
  isAddress?: boolean;
}

/** A text of a term in its language, with what readers see while it is empty. */
export function TermText({ rows, isAddress = false, ...props }: TermTextProps) {
  const termLocale = useContext(TermLocaleContext);
  const language = useValueLanguage(termLocale?.locale, { isShared: false, isAddress });
  const control = rows === undefined ? <TextField {...props} /> : <TextArea {...props} rows={rows} />;
  if (termLocale === null) return control;
  const hasFallback = !isAddress && props.value === '';
  const fallback = hasFallback ? termLocale.fallbacks[props.name] : undefined;
  return (
    <div>
      <FieldLanguageContext value={language}>{control}</FieldLanguageContext>
      {fallback === undefined ? null : <FallbackText source={fallback.source} words={fallback.text} />}
    </div>
  );
}
