import { edit } from 'galley-next';
import type { LandingPageValues } from '../content-types';
import { Blocks } from './blocks/block';

/** A page of blocks. The page title is the `<h1>` if no hero block has one. */
export async function LandingPage({ page }: { page: { id: string; values: LandingPageValues } }) {
  const { values } = page;
  const hasHeading = values.sections?.some(({ block }) => block === 'hero');
  return (
    <div {...await edit(page)}>
      {!hasHeading && <h1 {...await edit(page, 'title')}>{values.title}</h1>}
      <Blocks blocks={values.sections} />
    </div>
  );
}
