'use client';
import { useParams } from 'next/navigation';
import type { Language } from '../lib/languages';
import { textsOf } from '../lib/texts';

type Props = { languages: Pick<Language, 'code' | 'lang' | 'prefix'>[] };

/** Says that there is no page. Next passes no parameters to `not-found.tsx`, so this component finds the language. */
export function NoPage({ languages }: Props) {
  const { locale } = useParams<{ locale?: string }>();
  const { lang, prefix } = languages.find(({ code }) => code === locale) ??
    languages[0] ?? { lang: '', prefix: '' };
  const { noPage, moved } = textsOf(lang);
  return (
    <>
      <h1>{noPage}</h1>
      <p>
        {moved[0]}
        <a href={`${prefix}/search`}>{moved[1]}</a>
        {moved[2]}
      </p>
    </>
  );
}
