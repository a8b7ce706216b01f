import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { TestProject, TestService } from './service.ts';

/**
 * Runs the shell blocks of a page under docs/ one after another, as a reader who pastes them. The first block sets the URL
 * and the keys, so it is replaced. Blocks that are marked as not run are omitted. Throws with the output of bash.
 *
 * @param cwd - the folder in which the blocks run, if they need files.
 */
export async function pasteGuide(
  page: string,
  service: TestService,
  project: TestProject,
  cwd?: string,
): Promise<void> {
  const [settings = '', ...blocks] = blocksOf(pageText(page).replace(notRun, ''), 'sh');
  const names = [...settings.matchAll(/^(\w+)=/gm)].map((match) => match[1]).join(' ');
  if (!/^BASE( KEY)?( PUBLIC)?$/.test(names))
    throw new Error(`docs/${page} begins with the settings ${names}`);
  const keys = { KEY: project.secret.token, PUBLIC: project.publishable.token };
  const script = `set -euo pipefail\n${blocks.join('\n')}`;
  await promisify(execFile)('bash', ['-c', script], {
    env: { ...process.env, BASE: service.url, ...keys },
    ...(cwd !== undefined && { cwd }),
  });
}

/** Folders of docs/ whose pages are published. */
export const guideGroups = ['start', 'model', 'build', 'api', 'run', 'security', 'editors'];

/** An example with the comment that says why no test runs it. */
const notRun = /<!-- not run: [^>]+ -->\s+^```[a-z]*\n.*?^```$/gms;

/** The examples in one language of a page under docs/, in order. */
export function guideBlocks(page: string, language: string): string[] {
  return blocksOf(pageText(page), language);
}

function pageText(page: string): string {
  return readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
}

function blocksOf(text: string, language: string): string[] {
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'));
  return [...blocks].map((match) => match[1] ?? '');
}

/** The commands of a block that has no other lines than commands of `galley`; else null. */
export function galleyCommands(block: string): string[] | null {
  const lines = block.split('\n').filter((line) => line.trim() !== '');
  const commands = lines.flatMap(
    (line) => /^ *(?:npx |docker compose exec galley )?galley (.*)$/.exec(line)?.[1] ?? [],
  );
  return commands.length === lines.length ? commands : null;
}
