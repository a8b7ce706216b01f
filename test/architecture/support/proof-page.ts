import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A row of a page in docs/contributing that names the test of a promise or of a fault. */
export interface Proof {
  /** What stands in the first cell. */
  what: string;
  file: string;
  /** The title of the test, or how it begins. */
  title: string;
}

interface ProofPage {
  proofs: readonly Proof[];
  /** Rows that name no test in the form that is read. */
  unread: readonly string[];
}

const proofRow = /^\| ([^|]*?) *\|.*?`([^`]+)` *\| `((?:[^`\\]|\\`)+)` *\|$/;

/** Reads a page of proofs: its tables whose last two columns are a file and a test. */
export function readProofPage(name: string): ProofPage {
  const [proofs, unread]: [Proof[], string[]] = [[], []];
  let isOfTests = false;
  for (const line of readFileSync(`docs/contributing/${name}.md`, 'utf8').split('\n')) {
    const isRow = line.startsWith('|');
    const isHeading = /\| File +\| Test +\|$/.test(line);
    if (isRow && isOfTests && !/^\| -+ /.test(line)) {
      const [, what = '', file = '', title] = proofRow.exec(line) ?? [];
      if (title === undefined) unread.push(line);
      else proofs.push({ what, file, title: title.replaceAll('\\`', '`') });
    }
    isOfTests = isRow && (isOfTests || isHeading);
  }
  return { proofs, unread };
}

/** Holds the page to the tests that it names, in both directions. */
export function holdToTests({ proofs, unread }: ProofPage, isItsFile: (file: string) => boolean): void {
  it.each([...proofs])('names a test that is there: $what, $file, $title', ({ file, title }) => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';

    // A call that declares tests stands at the beginning of a line, a title in quotes.
    const befores = /^\w+\(.*\)$/.test(title) ? ['\n'] : ["'", '`'];
    expect(befores.some((before) => text.includes(before + title))).toBe(true);
  });

  it('names a test in each of its rows', () => {
    expect(unread).toEqual([]);
    expect(proofs.length).toBeGreaterThan(80);
  });

  it('names every file of tests that are about it', () => {
    const named = new Set(proofs.map(({ file }) => file));

    expect(testFiles().filter((file) => isItsFile(file) && !named.has(file))).toEqual([]);
  });
}

/** All files of tests, by their paths from the repository's folder. */
function testFiles(): string[] {
  return ['test', 'packages/astro/test', 'packages/next/test', 'dev/test'].flatMap((place) =>
    readdirSync(place, { recursive: true, encoding: 'utf8' })
      .map((file) => `${place}/${file.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.test.ts')),
  );
}

/** Whether a file is in one of the folders. */
export function isIn(folders: readonly string[]): (file: string) => boolean {
  return (file) => folders.some((folder) => file.startsWith(`${folder}/`));
}
