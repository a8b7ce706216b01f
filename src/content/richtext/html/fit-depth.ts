import { limits } from '../../../contract/limits.ts';
import { atLeastOne } from './html-blocks.ts';
import type { InlineDraft } from './open-marks.ts';

/** For each container, the levels down to the first block that it can contain. */
const levelsToBlock: Readonly<Record<string, number>> = {
  bulletList: 2,
  orderedList: 2,
  table: 3,
  tableRow: 2,
  listItem: 1,
  tableHeader: 1,
  tableCell: 1,
  blockquote: 1,
  callout: 1,
};
/** A paragraph and its text. */
const levelsOfParagraph = 2;

/**
 * Moves blocks out of containers that would be nested deeper than a document allows. Lists and tables that don't fit
 * become their paragraphs. `depth` is the number of levels around the blocks.
 */
export function fitDepth(blocks: readonly InlineDraft[], onLoss: () => void, depth = 0): InlineDraft[] {
  return blocks.flatMap((block) => {
    if (depth + heightOf(block) <= limits.richtext_depth_max) return [block];
    const levels = levelsToBlock[block.type];
    if (levels === undefined) return [block];
    if (depth + levels + levelsOfParagraph > limits.richtext_depth_max) {
      onLoss();
      return leavesOf(block);
    }
    const content = fitDepth(block.content ?? [], onLoss, depth + 1);
    return [{ ...block, content: levels === 1 ? atLeastOne(content) : content }];
  });
}

function heightOf({ content = [] }: InlineDraft): number {
  return 1 + content.reduce((height, child) => Math.max(height, heightOf(child)), 0);
}

/** The blocks in a container that are not containers themselves. */
function leavesOf(block: InlineDraft): InlineDraft[] {
  return block.type in levelsToBlock ? (block.content ?? []).flatMap(leavesOf) : [block];
}
