import { readFileSync } from 'node:fs';
import type { Tool } from './protocol/tool.ts';

/** The words for the model; they lie beside the code as Markdown, in src/ and dist/ alike. */
export function wordsOf({ name }: Pick<Tool, 'name'>): string {
  return wordsAt(`tools/${name}.md`);
}

/** What clients read as `galley://guide`. */
export function guideFor(baseUrl: string): string {
  return wordsAt('guide.md').replaceAll('{{base_url}}', baseUrl);
}

function wordsAt(place: string): string {
  return readFileSync(new URL(place, import.meta.url), 'utf8').trimEnd();
}
