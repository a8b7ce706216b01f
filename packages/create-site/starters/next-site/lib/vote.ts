import { isMultilingual, type Language } from './languages';
import type { Texts } from './texts';

/** Returns the endpoint and publishable key for votes, or null if the site has no publishable key. */
export function voteEndpoint(
  slug: string,
  { code }: Language,
): { url: string; publishableKey: string } | null {
  const { GALLEY_URL = '', GALLEY_PUBLIC_KEY: publishableKey = '' } = process.env;
  if (publishableKey === '') return null;
  const query = isMultilingual() ? `?locale=${code}` : '';
  return { url: `${GALLEY_URL}/v1/kb/articles/${encodeURIComponent(slug)}/vote${query}`, publishableKey };
}

export type VoteWords = Pick<Texts, 'helped' | 'yes' | 'no' | 'thanks' | 'tooMany' | 'notStored' | 'offline'>;

/** The words of the vote form: the browser gets no other words of the site, and no functions. */
export function wordsOf({ helped, yes, no, thanks, tooMany, notStored, offline }: Texts): VoteWords {
  return { helped, yes, no, thanks, tooMany, notStored, offline };
}
