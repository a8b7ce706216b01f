import { foldText } from '../../../../../src/contract/text/fold.ts';
import type { KbOutline } from '../../../../../src/modules/kb/editor/schema.ts';

/** Keeps items whose title contains all words, with their parents, and everything inside matching containers. */
export function filterOutline(outline: KbOutline, q: string): KbOutline {
  const words = foldText(q).split(/\s+/).filter(Boolean);
  const matches = ({ title }: { title: string }) => {
    const folded = foldText(title);
    return words.every((word) => folded.includes(word));
  };
  const matchingContainers = new Set<string>();
  for (const collection of outline.data) {
    if (matches(collection)) matchingContainers.add(collection.id);
    for (const section of collection.sections)
      if (matches(section) || matchingContainers.has(collection.id)) matchingContainers.add(section.id);
  }
  const articles = outline.articles.filter(
    (article) => matchingContainers.has(article.shelf) || matches(article),
  );
  const visibleContainers = new Set([...matchingContainers, ...articles.map(({ shelf }) => shelf)]);
  const data = outline.data.flatMap((collection) => {
    const sections = collection.sections.filter(({ id }) => visibleContainers.has(id));
    return sections.length > 0 || visibleContainers.has(collection.id) ? [{ ...collection, sections }] : [];
  });
  return { ...outline, data, articles };
}
