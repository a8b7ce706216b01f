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
import { commandError } from '../support/command-error.ts';
import { formatTable } from '../support/terminal/format-table.ts';

interface LogOptions {
  project?: string;
  installation?: true;
}

interface ShowOptions extends LogOptions {
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
    .description('show who did what, oldest first')
    .option('--project <project>', 'the log of a project: its id or name')
    .option('--installation', 'the log of the installation: accounts and sign-ins')
    .option('--since <time>', 'only rows from a time on, such as 2026-11-20T09:30:00Z')
    .option('--until <time>', 'only rows up to a time')
    .option('--actor <id>', 'only rows of one person or key')
    .option('--action <action>', 'only one action, such as key.created, or a group, such as "key.*"')
    .option('--item <id>', 'only rows about one item')
    .option('--out <file>', 'write the rows to a file, one JSON object per line')
    .action(
      run.action<ShowOptions>(async ({ options: { out, ...filters } }) => {
        const file = out === undefined ? {} : { out: resolve(run.folder, out) };
        return showRows(await run.installation(), { ...filters, ...file });
      }),
    );

  audit
    .command('refusals')
    .description(
      'count rejected requests: failed sign-ins, and requests that roles and scopes do not allow, oldest first',
    )
    .option('--project <project>', 'in a project: its id or name')
    .option('--installation', 'outside of projects: wrong passwords and codes')
    .action(run.action<LogOptions>(async ({ options }) => listRefusals(await run.installation(), options)));

  audit
    .command('verify')
    .description('compare the log with its seals; fails when rows were removed, altered or inserted')
    .option(
      '--roots <file>',
      'roots that you stored outside the database, as `galley audit roots` writes them',
    )
    .action(
      run.action<{ roots?: string }>(async ({ options }) =>
        verifyLogs(
          await run.installation(),
          options.roots === undefined ? undefined : resolve(run.folder, options.roots),
        ),
      ),
    );

  audit
    .command('roots')
    .description('write the roots of all seals to a file that you store outside the database')
    .requiredOption('--out <file>', 'the file')
    .action(
      run.action<{ out: string }>(async ({ options }) =>
        writeRoots(await run.installation(), resolve(run.folder, options.out)),
      ),
    );
};

/** The log that the options select. @throws invalid_parameter */
async function logOf(
  installation: Installation,
  { project, installation: isInstallation }: LogOptions,
): Promise<ProjectDb> {
  if ((project === undefined) === (isInstallation === undefined))
    throw commandError('Choose a log: --project P or --installation.', { param: '--project' });
  const id = project === undefined ? 'installation' : (await projectNamed(installation, project))._id;
  return installation.system.project(id);
}

async function showRows(
  installation: Installation,
  { out, ...filters }: ShowOptions,
): Promise<CommandOutcome> {
  const auditRows = await streamAuditRows(await logOf(installation, filters), filters);
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
      rows.length === 0 ? 'No rows match.' : formatTable(['TIME', 'WHO', 'DID', 'WHAT', 'THROUGH'], lines),
  };
}

async function listRefusals(installation: Installation, options: LogOptions): Promise<CommandOutcome> {
  const rejections = await listRejections(await logOf(installation, options));
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
        ? 'No requests were rejected in the last 90 days.'
        : formatTable(['FROM', 'WHO', 'NETWORK', 'TIMES', 'WHY'], lines),
  };
}

async function verifyLogs(installation: Installation, roots: string | undefined): Promise<CommandOutcome> {
  const rootCopies = roots === undefined ? [] : await readRoots(roots);
  const sealKey = new SealKey(installation.secret(), installation.previousSecret);
  const auditErrors = await verifyAll(installation.system, sealKey, rootCopies);
  const lines = auditErrors.map(({ project, from, to, what }) => [project, `${from}-${to}`, what]);
  const isValid = auditErrors.length === 0;
  return {
    json: { ok: isValid, faults: auditErrors },
    text: isValid ? 'All sealed rows are unchanged.' : formatTable(['LOG', 'ROWS', 'FAULT'], lines),
    failed: !isValid,
  };
}

async function writeRoots({ system }: Installation, out: string): Promise<CommandOutcome> {
  const count = await writeLines(out, readRootCopies(system));
  return { json: { roots: count, file: out }, text: `Wrote ${count} roots to ${out}.` };
}

async function* readRootCopies(system: Installation['system']): AsyncGenerator<RootCopy> {
  for await (const { _id: root, digest } of rootsOf(system)) yield { root, digest };
}

/** Writes objects as lines of JSON. @returns the number of lines */
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
    throw commandError(`${file} cannot be read.`, { param: '--roots' });
  });
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, i) => {
    const root = rootIn(line);
    if (root === null) throw commandError(`Line ${i + 1} of ${file} is not a root.`, { param: '--roots' });
    return root;
  });
}

/** A root in a line of this command's output, or of the service's log. */
function rootIn(line: string): RootCopy | null {
  try {
    const { root, digest } = JSON.parse(line) as Record<string, unknown>;
    return typeof root === 'number' && typeof digest === 'string' ? { root, digest } : null;
  } catch {
    return null;
  }
}
