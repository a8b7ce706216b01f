import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type AuditRow, streamAuditRows, listRejections } from '../../accounts/index.ts';
import { type RootCopy, rootsOf, SealKey, verifyAll } from '../../projects/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import type { CommandGroup, CommandOutcome } from '../command.ts';
import { type Installation, projectNamed } from '../support/installation.ts';
import { refusal } from '../support/refusal.ts';
import { table } from '../support/terminal/table.ts';

interface WhoseLog {
  project?: string;
  installation?: true;
}

interface ShowOptions extends WhoseLog {
  since?: string;
  until?: string;
  actor?: string;
  action?: string;
  item?: string;
  out?: string;
}

export const auditCommands: CommandGroup = (program, run) => {
  const audit = program.command('audit').description('read and verify the audit log');

  audit
    .command('show', { isDefault: true })
    .description('show who did what, the oldest first')
    .option('--project <project>', 'the log of a project: its id or name')
    .option('--installation', 'the log of the installation: accounts and sign-ins')
    .option('--since <time>', 'only rows from a time on, such as 2026-11-20T09:30:00Z')
    .option('--until <time>', 'only rows up to a time')
    .option('--actor <id>', 'only what one person or key did')
    .option('--action <action>', 'only one action, such as key.created, or a group, such as "key.*"')
    .option('--item <id>', 'only what was done to one item')
    .option('--out <file>', 'write the rows into a file, one JSON object a line')
    .action(
      run.action<ShowOptions>(async ({ options: { out, ...asked } }) => {
        const file = out === undefined ? {} : { out: resolve(run.folder, out) };
        return shown(await run.installation(), { ...asked, ...file });
      }),
    );

  audit
    .command('refusals')
    .description('count who was refused: sign-ins, and what roles and scopes forbid; the oldest first')
    .option('--project <project>', 'in a project: its id or name')
    .option('--installation', 'at the door of the installation: wrong passwords and codes')
    .action(run.action<WhoseLog>(async ({ options }) => refused(await run.installation(), options)));

  audit
    .command('verify')
    .description('compare the log with its seals; fails when rows were removed, altered or inserted')
    .option(
      '--roots <file>',
      'roots that were kept outside of the database, as `galley audit roots` writes them',
    )
    .action(
      run.action<{ roots?: string }>(async ({ options }) =>
        verified(
          await run.installation(),
          options.roots === undefined ? undefined : resolve(run.folder, options.roots),
        ),
      ),
    );

  audit
    .command('roots')
    .description('write the roots of all seals into a file, to be kept outside of the database')
    .requiredOption('--out <file>', 'the file')
    .action(
      run.action<{ out: string }>(async ({ options }) =>
        kept(await run.installation(), resolve(run.folder, options.out)),
      ),
    );
};

/** The log that the options name. @throws invalid_parameter */
async function logOf(opened: Installation, { project, installation }: WhoseLog): Promise<ProjectDb> {
  if ((project === undefined) === (installation === undefined))
    throw refusal('Say whose log: --project P, or --installation.', { param: '--project' });
  const id = project === undefined ? 'installation' : (await projectNamed(opened, project))._id;
  return opened.system.project(id);
}

async function shown(opened: Installation, { out, ...asked }: ShowOptions): Promise<CommandOutcome> {
  const auditRows = await streamAuditRows(await logOf(opened, asked), asked);
  if (out !== undefined) {
    const count = await writeLines(out, auditRows);
    return { json: { rows: count, file: out }, text: `Wrote ${count} rows to ${out}.` };
  }
  const rows: AuditRow[] = [];
  for await (const row of auditRows) rows.push(row);
  const lines = rows.map(({ at, actor, words, subject, via }) => [
    at,
    actor.name,
    words,
    subject.title ?? subject.id,
    via,
  ]);
  return {
    json: { rows },
    text:
      rows.length === 0 ? 'There are no such rows.' : table(['TIME', 'WHO', 'DID', 'WHAT', 'THROUGH'], lines),
  };
}

async function refused(opened: Installation, whose: WhoseLog): Promise<CommandOutcome> {
  const rejections = await listRejections(await logOf(opened, whose));
  const lines = rejections.map(({ at, actor, network, count, counts, beyond }) => [
    at,
    beyond ? 'all others' : (actor?.name ?? 'unknown'),
    network ?? '',
    String(count),
    Object.keys(counts).sort().join(', '),
  ]);
  return {
    json: { refusals: rejections },
    text:
      rejections.length === 0
        ? 'No request was refused in the last 90 days.'
        : table(['FROM', 'WHO', 'NETWORK', 'TIMES', 'WHY'], lines),
  };
}

async function verified(installation: Installation, roots: string | undefined): Promise<CommandOutcome> {
  const keptRoots = roots === undefined ? [] : await readRoots(roots);
  const faults = await verifyAll(installation.system, new SealKey(installation.secret()), keptRoots);
  const lines = faults.map(({ project, from, to, what }) => [project, `${from}-${to}`, what]);
  const isRight = faults.length === 0;
  return {
    json: { ok: isRight, faults },
    text: isRight ? 'All sealed rows are as they were.' : table(['LOG', 'ROWS', 'FAULT'], lines),
    failed: !isRight,
  };
}

async function kept({ system }: Installation, out: string): Promise<CommandOutcome> {
  const count = await writeLines(out, keptRoots(system));
  return { json: { roots: count, file: out }, text: `Wrote ${count} roots to ${out}.` };
}

async function* keptRoots(system: Installation['system']): AsyncGenerator<RootCopy> {
  for await (const { _id: root, digest } of rootsOf(system)) yield { root, digest };
}

/** Answers how many lines that were. */
async function writeLines(file: string, auditRows: AsyncIterable<object>): Promise<number> {
  let count = 0;
  const lines = async function* () {
    for await (const one of auditRows) {
      count += 1;
      yield `${JSON.stringify(one)}\n`;
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(file));
  return count;
}

/** @throws invalid_parameter */
async function readRoots(file: string): Promise<RootCopy[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw refusal(`${file} cannot be read.`, { param: '--roots' });
  });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, i) => {
    const root = rootIn(line);
    if (root === null) throw refusal(`Line ${i + 1} of ${file} is no root.`, { param: '--roots' });
    return root;
  });
}

/** A root that was written by this command, or one in a line of the service's log. */
function rootIn(line: string): RootCopy | null {
  try {
    const { root, digest } = JSON.parse(line) as Record<string, unknown>;
    return typeof root === 'number' && typeof digest === 'string' ? { root, digest } : null;
  } catch {
    return null;
  }
}
