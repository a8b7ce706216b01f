/** Where browsers vote, and with which publishable key; null where the site has none. */
export function voteAddress(slug: string): { url: string; publishableKey: string } | null {
  const { GALLEY_URL = '', GALLEY_PUBLIC_KEY: publishableKey = '' } = process.env;
  if (publishableKey === '') return null;
  return { url: `${GALLEY_URL}/v1/kb/articles/${encodeURIComponent(slug)}/vote`, publishableKey };
}
