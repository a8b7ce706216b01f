/** Returns the endpoint and publishable key for votes, or null if the site has no publishable key. */
export function voteAddress(slug: string): { url: string; publishableKey: string } | null {
  const { GALLEY_URL = '', GALLEY_PUBLIC_KEY: publishableKey = '' } = process.env;
  if (publishableKey === '') return null;
  return { url: `${GALLEY_URL}/v1/kb/articles/${encodeURIComponent(slug)}/vote`, publishableKey };
}
