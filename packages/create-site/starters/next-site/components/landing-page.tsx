import type { LandingPageValues } from '../content-types';
import { Blocks } from './blocks/block';

/** A page of blocks. The page title is the `<h1>` if no hero block has one. */
export function LandingPage({ page: { values } }: { page: { values: LandingPageValues } }) {
  const hasHeading = values.sections?.some(({ block }) => block === 'hero');
  return (
    <>
      {!hasHeading && <h1>{values.title}</h1>}
      <Blocks blocks={values.sections} />
    </>
  );
}
