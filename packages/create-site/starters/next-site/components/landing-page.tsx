import { edit } from 'galley-next';
import type { Alternate, Language } from '../lib/languages';
import type { LandingEntry } from '../lib/pages';
import { Blocks } from './blocks/block';
import { LanguageMenu } from './language-menu';

interface Props {
  page: LandingEntry;
  language: Language;
  alternates: readonly Alternate[];
}

/** A page of blocks. The page title is the `<h1>` if no hero block has one. */
export async function LandingPage({ page, language, alternates }: Props) {
  const { values } = page;
  const hasHeading = values.sections?.some(({ block }) => block === 'hero');
  return (
    <div {...await edit(page)}>
      <LanguageMenu language={language} alternates={alternates} />
      {!hasHeading && <h1 {...await edit(page, 'title')}>{values.title}</h1>}
      <Blocks blocks={values.sections} language={language} />
    </div>
  );
}
