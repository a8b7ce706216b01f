import { fitDepth } from './fit-depth.ts';
import { ConversionLosses } from './losses.ts';
import type { InlineDraft } from './open-marks.ts';
import { parseHtml } from './parse-html.ts';
import type { HtmlTargets } from './targets.ts';
import { TreeReader } from './tree-reader.ts';

/**
 * Converts HTML to nodes that the caller must validate. No visible word is lost; `losses` has one sentence for each kind
 * of simplification. HTML that `renderRichtext` returned becomes the same document again.
 * @throws InputTooComplex
 */
export function htmlToNodes(html: string, targets: HtmlTargets): { nodes: InlineDraft[]; losses: string[] } {
  const losses = new ConversionLosses();
  const blocks = new TreeReader({ losses, targets }).read(parseHtml(html));
  const nodes = fitDepth(blocks, () => losses.add('depth', 1));
  return { nodes, losses: losses.sentences() };
}
