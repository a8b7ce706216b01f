import type { LandingPageValues } from '../content-types';
import { Blocks } from './blocks/block';

/** A page of blocks. Without a hero its title is the heading. */
export function LandingPage({ page: { values } }: { page: { values: LandingPageValues } }) {
  const hasHeading = values.sections?.some(({ block }) => block === 'hero');
  return (
    <>
      {!hasHeading && <h1>{values.title}</h1>}
      <Blocks blocks={values.sections} />
    </>
  );
}
