import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { TestProject, TestService } from './service.ts';

/** The shells of Linux and macOS, as they start without settings of their user. */
const shells: readonly { program: string; args: readonly string[] }[] = [
  { program: 'bash', args: ['--norc', '-s'] },
  { program: 'zsh', args: ['-f', '-i', '-s'] },
];

/**
 * Pastes the shell blocks of a page under docs/ one after another: into bash for this project, and into an interactive
 * zsh for a new one, unless the page creates nothing. The first block sets the URL and the keys, so it is replaced. Blocks that are marked as not run are
 * omitted. Throws with the output of the shell.
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
  const creates = blocks.some((block) => /\b(POST|PUT)\b/.test(block));
  for (const shell of shells) {
    if (spawnSync(shell.program, ['--version']).error !== undefined) continue;
    const { secret, publishable } =
      shell.program === 'bash' || !creates ? project : await twinOf(project, service);
    const env = { ...process.env, BASE: service.url, KEY: secret.token, PUBLIC: publishable.token };
    await paste(shell, blocks, { env, ...(cwd !== undefined && { cwd }) });
  }
}

/** The projects for zsh: pages that build on each other use one. */
const twins = new WeakMap<TestProject, Promise<TestProject>>();

function twinOf(project: TestProject, service: TestService): Promise<TestProject> {
  const twin = twins.get(project) ?? service.newProject();
  twins.set(project, twin);
  return twin;
}

/** @throws Error with the output if a command fails */
function paste(
  { program, args }: (typeof shells)[number],
  blocks: readonly string[],
  options: { env: NodeJS.ProcessEnv; cwd?: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, options);
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => output.push(bytes.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${code}:\n${output.join('')}`));
    });
    child.stdin.end(`set -e -o pipefail\n${blocks.join('\n')}\nexit 0\n`);
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
