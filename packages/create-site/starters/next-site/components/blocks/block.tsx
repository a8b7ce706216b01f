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
import type { Language } from '../../lib/languages';
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
export function Block({ block, language }: { block: AnyBlock; language: Language }) {
  switch (block.block) {
    case 'hero':
      return <Hero block={block} language={language} />;
    case 'feature_grid':
      return <FeatureGrid block={block} language={language} />;
    case 'feature':
      return <Feature block={block} language={language} />;
    case 'quote':
      return <Quote block={block} />;
    case 'faq':
      return <Faq block={block} language={language} />;
    case 'question':
      return <Question block={block} language={language} />;
    case 'call_to_action':
      return <CallToAction block={block} language={language} />;
    case 'button':
      return <Button block={block} />;
    default:
      return skip(block);
  }
}

interface Props {
  blocks: readonly AnyBlock[] | null;
  language: Language;
}

export function Blocks({ blocks, language }: Props) {
  return (blocks ?? []).map((block) => <Block key={block.id} block={block} language={language} />);
}

/** Skips a block that was added to the project after this site was built. */
function skip(_block: never): null {
  return null;
}
