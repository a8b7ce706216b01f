'use client';

/** What a reader sees when a page cannot be made. The number is that of the request at the service, or of the log. */
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
