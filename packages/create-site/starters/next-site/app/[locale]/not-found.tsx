import { languages } from '../../lib/languages';
import { NoPage } from './error';

export const metadata = { title: 'There is no such page', robots: { index: false } };

export default function NotFound() {
  return <NoPage languages={languages().map(({ code, lang, prefix }) => ({ code, lang, prefix }))} />;
}
