import { escapeHtml } from './html.ts';
import { addressOf, type DocsPage } from './layout.ts';

/** How many places a search shows, and how many characters of a question count. */
const foundMax = 40;
const questionCharsMax = 100;
/** How much of a text stands around the first word that was found, in characters. */
const aroundChars = 90;

/** A part of a page that has an address of its own. */
interface Passage {
  address: string;
  page: string;
  title: string;
  text: string;
}

/** The parts of all pages: what stands between one fragment and the next. */
export function passagesOf(pages: readonly DocsPage[], root: string): Passage[] {
  return pages.flatMap(({ name, title, body }) => {
    const parts = body.split(/(?=<(?:h[1-4]|section)[^>]*\sid=")/);
    return parts.map((part): Passage => {
      const [, fragment] = /^<\w+[^>]*\sid="([^"]+)"/.exec(part) ?? [];
      const [, heading] = fragment === undefined ? [] : (/<h\d[^>]*>(.*?)<\/h\d>/s.exec(part) ?? []);
      const address = addressOf(name, root) + (fragment === undefined ? '' : `#${fragment}`);
      return { address, page: title, title: textOf(heading ?? title), text: textOf(part) };
    });
  });
}

/** The passages that have all words of a question, those with the words in their titles first; at most 40. */
function found(passages: readonly Passage[], question: string): Passage[] {
  const words = wordsOf(question);
  if (words.length === 0) return [];
  const scored = passages.flatMap((passage) => {
    const title = `${passage.title} ${passage.page}`.toLowerCase();
    const text = passage.text.toLowerCase();
    if (!words.every((word) => title.includes(word) || text.includes(word))) return [];
    return [{ passage, inTitle: words.filter((word) => title.includes(word)).length }];
  });
  const sorted = scored.sort((a, b) => b.inTitle - a.inTitle);
  return sorted.slice(0, foundMax).map(({ passage }) => passage);
}

/** The page that answers a question. */
export function foundPage(passages: readonly Passage[], question: string): DocsPage {
  const asked = question.slice(0, questionCharsMax).trim();
  const places = found(passages, asked).map(
    (passage) =>
      `<li><a href="${passage.address}">${escapeHtml(passage.title)}</a> <span class="quiet">${escapeHtml(passage.page)}</span><p>${excerpt(passage.text, wordsOf(asked))}</p></li>`,
  );
  const none = asked === '' ? 'Enter words to look for.' : `No page has all words of “${escapeHtml(asked)}”.`;
  const body = places.length === 0 ? `<p>${none}</p>` : `<ul class="found">${places.join('')}</ul>`;
  return { name: 'search', title: asked === '' ? 'Search' : `Search: ${asked}`, body, chapters: [] };
}

function wordsOf(question: string): string[] {
  return question.slice(0, questionCharsMax).toLowerCase().split(/\s+/).filter(Boolean);
}

function excerpt(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at !== -1);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const from = Math.max(0, first - aroundChars);
  const cut = text.slice(from, first + 2 * aroundChars);
  return `${from > 0 ? '…' : ''}${escapeHtml(cut)}${first + 2 * aroundChars < text.length ? '…' : ''}`;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The text of HTML that these pages made. */
function textOf(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
    .replace(/&(amp|lt|gt|quot);/g, (_all, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}
