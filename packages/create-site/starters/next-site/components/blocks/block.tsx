import type {
  ButtonBlock,
  CallToActionBlock,
  FaqBlock,
  FeatureBlock,
  FeatureGridBlock,
  HeroBlock,
  QuestionBlock,
  QuoteBlock,
} from '../../content-types';
import { Button } from './button';
import { CallToAction } from './call-to-action';
import { Faq } from './faq';
import { Feature } from './feature';
import { FeatureGrid } from './feature-grid';
import { Hero } from './hero';
import { Question } from './question';
import { Quote } from './quote';

type AnyBlock =
  | HeroBlock
  | FeatureGridBlock
  | FeatureBlock
  | QuoteBlock
  | FaqBlock
  | QuestionBlock
  | CallToActionBlock
  | ButtonBlock;

/** Renders a block with its component. `npm run check` fails if a block of `AnyBlock` is missing here. */
export function Block({ block }: { block: AnyBlock }) {
  switch (block.block) {
    case 'hero':
      return <Hero block={block} />;
    case 'feature_grid':
      return <FeatureGrid block={block} />;
    case 'feature':
      return <Feature block={block} />;
    case 'quote':
      return <Quote block={block} />;
    case 'faq':
      return <Faq block={block} />;
    case 'question':
      return <Question block={block} />;
    case 'call_to_action':
      return <CallToAction block={block} />;
    case 'button':
      return <Button block={block} />;
    default:
      return forgotten(block);
  }
}

export function Blocks({ blocks }: { blocks: readonly AnyBlock[] | null }) {
  return (blocks ?? []).map((block) => <Block key={block.id} block={block} />);
}

/** Skips a block that was added to the project after this site was built. */
function forgotten(_block: never): null {
  return null;
}
