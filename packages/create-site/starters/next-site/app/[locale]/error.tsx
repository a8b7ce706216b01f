'use client';
import { useParams } from 'next/navigation';
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
