import { foldText } from '../../../../../src/contract/text/fold.ts';
import type { KbOutline } from '../../../../../src/modules/kb/editor/schema.ts';

/** The outline with what has all the words in its title, the shelves around that, and all that stands on a shelf that has them. */
export function narrowed(outline: KbOutline, q: string): KbOutline {
  const words = foldText(q).split(/\s+/).filter(Boolean);
  const has = ({ title }: { title: string }) => {
    const folded = foldText(title);
    return words.every((word) => folded.includes(word));
  };
  const whole = new Set<string>();
  for (const collection of outline.data) {
    if (has(collection)) whole.add(collection.id);
    for (const section of collection.sections)
      if (has(section) || whole.has(collection.id)) whole.add(section.id);
  }
  const articles = outline.articles.filter((leaf) => whole.has(leaf.shelf) || has(leaf));
  const holding = new Set([...whole, ...articles.map(({ shelf }) => shelf)]);
  const data = outline.data.flatMap((collection) => {
    const sections = collection.sections.filter(({ id }) => holding.has(id));
    return sections.length > 0 || holding.has(collection.id) ? [{ ...collection, sections }] : [];
  });
  return { ...outline, data, articles };
}
