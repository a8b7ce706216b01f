import type { AstroComponentFactory } from 'astro/runtime/server/index.js';
import CallToAction from '../components/blocks/CallToAction.astro';
import Button from '../components/blocks/Button.astro';
import Faq from '../components/blocks/Faq.astro';
import Feature from '../components/blocks/Feature.astro';
import FeatureGrid from '../components/blocks/FeatureGrid.astro';
import Hero from '../components/blocks/Hero.astro';
import Question from '../components/blocks/Question.astro';
import Quote from '../components/blocks/Quote.astro';
import type {
  ButtonBlock,
  CallToActionBlock,
  FaqBlock,
  FeatureBlock,
  FeatureGridBlock,
  HeroBlock,
  QuestionBlock,
  QuoteBlock,
} from '../content-types';

export type Block =
  | HeroBlock
  | FeatureGridBlock
  | FeatureBlock
  | QuoteBlock
  | FaqBlock
  | QuestionBlock
  | CallToActionBlock
  | ButtonBlock;

/** Maps a block to its component. `npm run check` fails if a block of `Block` is missing here. */
export function componentOf(block: Block): AstroComponentFactory | null {
  switch (block.block) {
    case 'hero':
      return Hero;
    case 'feature_grid':
      return FeatureGrid;
    case 'feature':
      return Feature;
    case 'quote':
      return Quote;
    case 'faq':
      return Faq;
    case 'question':
      return Question;
    case 'call_to_action':
      return CallToAction;
    case 'button':
      return Button;
    default:
      return skip(block);
  }
}

/** Skips a block that was added to the project after this site was built. */
function skip(block: never): null {
  console.warn(`This site has no component for the block "${(block as Block).block}".`);
  return null;
}
