'use client';
import { useParams } from 'next/navigation';
import type { Language } from '../../lib/languages';
import { textsOf } from '../../lib/texts';

/** Shown when a page fails to render. The digest is the ID of the failed API request, or of the error in the log. */
export default function Failed({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const { locale = '' } = useParams<{ locale?: string }>();
  const { failed, tryLater, tryAgain } = textsOf(locale);
  return (
    <>
      <h1>{failed}</h1>
      <p>
        {tryLater} <code>{error.digest ?? 'none'}</code>
      </p>
      <button type="button" onClick={reset}>
        {tryAgain}
      </button>
    </>
  );
}

interface Props {
  languages: Pick<Language, 'code' | 'lang' | 'prefix'>[];
}

/**
 * Says that there is no page. Next passes no parameters to `not-found.tsx`, so this component finds the language. It is in
 * this file because every file of a client component is another request.
 */
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
