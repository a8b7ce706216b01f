import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { galleyCommands, guideGroups } from '../../support/guide.ts';
import { inRepository } from '../../support/program.ts';

/**
 * An example of a page. One that no test can run has a comment with the reason above it:
 * `<!-- not run: needs a sharded cluster -->`.
 */
interface Fence {
  language: string;
  text: string;
  isMarked: boolean;
}

/** What a request or a command prints. */
const outputs = ['json', 'http', 'text'];

const pages = [
  '../README.md',
  '../packages/client/README.md',
  ...guideGroups.flatMap((group) =>
    readdirSync(inRepository(`docs/${group}`))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${group}/${name}`),
  ),
];
const tests = ['test', 'packages/client/test'].flatMap((folder) =>
  readdirSync(inRepository(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(inRepository(`${folder}/${name}`), 'utf8')),
);

function fencesOf(page: string): Fence[] {
  const text = readFileSync(inRepository(`docs/${page}`), 'utf8');
  return [...text.matchAll(/(<!-- not run: [^>]+ -->\s+)?^ *```([a-z]*)\n(.*?)^ *```$/gms)].map((match) => ({
    isMarked: match[1] !== undefined,
    language: match[2] ?? '',
    text: match[3] ?? '',
  }));
}

/**
 * `pasteGuide` runs all shell of a page, `guideBlocks` hands a test all blocks of a language that it names.
 * `galley-commands.test.ts` compares commands of galley with the command line.
 */
function isRun(page: string, { language, text }: Fence): boolean {
  if (language === 'sh' && galleyCommands(text) !== null) return true;
  const names = (source: string, call: string) => source.replace(/\s+/g, '').includes(`${call}('${page}'`);
  return tests.some(
    (source) =>
      (language === 'sh' && names(source, 'pasteGuide')) ||
      (names(source, 'guideBlocks') && source.includes(`'${language}'`)),
  );
}

describe('the examples of the guide', () => {
  it.each(pages)('%s has no example that no test runs', (page) => {
    const forgotten = fencesOf(page).filter(
      (fence) => !fence.isMarked && !outputs.includes(fence.language) && !isRun(page, fence),
    );

    expect(forgotten.map(({ language, text }) => `${language}: ${text.split('\n')[0]}`)).toEqual([]);
  });
});
