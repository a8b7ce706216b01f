'use client';

/** Shown when a page fails to render. The digest is the ID of the failed API request, or of the error in the log. */
export default function Failed({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <>
      <h1>This page cannot be shown just now</h1>
      <p>
        Please try again in a moment. Whoever looks after this site finds the fault by this number:{' '}
        <code>{error.digest ?? 'none'}</code>
      </p>
      <button type="button" onClick={reset}>
        Try again
      </button>
    </>
  );
}
