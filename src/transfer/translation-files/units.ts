import type { RichtextDocument } from '../../content/index.ts';
import type { ItemTexts, TextPair } from '../../core/context/index.ts';
import { hashOf } from '../../lifecycle/index.ts';
import { alignedBlocks, type Code, type TextBlock, textBlocksOf } from './text-blocks.ts';

/** A text of a file for translators. */
export interface Unit {
  /** `<item>/<field>`, `<item>/<field>/<blk_id>/<key>`, each with `#<n>` for a text block of a rich text. */
  id: string;
  source: string;
  /** Empty without a translation. */
  translation: string;
  /** The revision of the source. */
  revision: number;
  /** Short hashes of the source and of the own text, joined by a dot. */
  hash: string;
  /** The inline codes; empty for plain text. */
  codes: readonly Code[];
}

/** The text of an item to which a unit belongs. */
export interface UnitLocation {
  pair: TextPair;
  /** The text block of a rich text; null for plain text. */
  block: { n: number; of: readonly TextBlock[] } | null;
  unit: Unit;
}

/** The units of an item by their id, in the order of its fields and blocks. */
export function unitsOf(itemId: string, { texts, revision }: ItemTexts): Map<string, UnitLocation> {
  const units = new Map<string, UnitLocation>();
  for (const pair of texts) {
    const id = `${itemId}/${pair.name}`;
    const hash = `${hashOf(pair.source)}.${hashOf(pair.own)}`;
    const source = richtextOf(pair.source);
    if (source === null) {
      const [sourceText, translation] = [plainOf(pair.source), plainOf(pair.own)];
      const unit = { id, source: sourceText, translation, revision, hash, codes: [] };
      units.set(id, { pair, block: null, unit });
      continue;
    }
    const blocks = textBlocksOf(source);
    const own = richtextOf(pair.own);
    const ownBlocks = own === null ? null : alignedBlocks(own, blocks);
    for (const [i, { text, codes }] of blocks.entries()) {
      const unitId = `${id}#${i + 1}`;
      const translation = withoutControls(ownBlocks?.[i]?.text ?? '');
      const unit = { id: unitId, source: withoutControls(text), translation, revision, hash, codes };
      units.set(unitId, { pair, block: { n: i, of: blocks }, unit });
    }
  }
  return units;
}

/** Whether a unit has inline codes, which only text blocks of rich texts have. */
export function isCoded(id: string): boolean {
  return id.includes('#');
}

/** The value as a rich text; null for plain texts and missing values. */
export function richtextOf(value: unknown): RichtextDocument | null {
  return typeof value === 'object' && value !== null ? (value as RichtextDocument) : null;
}

function plainOf(value: unknown): string {
  return typeof value === 'string' ? withoutControls(value) : '';
}

/** Characters that XML can't contain, and halves of surrogate pairs. */
const controls =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text without characters that one of the formats can't contain. */
export function withoutControls(text: string): string {
  return text.replace(controls, '').replace(/\r\n?/g, '\n');
}
