import { writerOf, writeProject } from '../../../projects/index.ts';
import { exportTable, importTable, type TableFormat, type TableReport } from '../../../transfer/index.ts';
import type { CommandOutcome } from '../../command.ts';
import { commandError } from '../../support/command-error.ts';
import { actingIn, type Installation, projectNamed } from '../../support/installation.ts';
import { formatTable } from '../../support/terminal/format-table.ts';
import { progressBar } from '../../support/terminal/progress-bar.ts';
import { writeWholeFile } from '../../support/write-whole-file.ts';

/** Options of export and import that concern one content type. */
export interface TableOptions {
  project: string;
  files?: true;
  type?: string;
  csv?: string;
  ndjson?: string;
}

export interface ImportTableOptions extends TableOptions {
  map: string[];
  skip: string[];
  key?: string;
  publish?: true;
  release?: string;
  dryRun?: true;
  delimiter?: string;
  encoding?: string;
}

interface TableFile {
  type: string;
  format: TableFormat;
  path: string;
}

/**
 * The content type and the file that the options name; null if they name a folder.
 * @throws invalid_parameter unless there is either a folder, or a content type with one file
 */
export function tableFileOf(
  { type, csv, ndjson, files: withFiles }: Omit<TableOptions, 'project'>,
  folder: { option: '--out' | '--from'; path: string | undefined },
): TableFile | null {
  const files = [csv, ndjson].filter((path) => path !== undefined);
  const [path] = files;
  const hasTable = type !== undefined || files.length > 0;
  if (!hasTable && folder.path !== undefined) return null;
  if (type === undefined || path === undefined || files.length > 1 || folder.path !== undefined)
    throw commandError(
      `Name a folder with ${folder.option}, or a content type with --type and one file with --csv or --ndjson.`,
      { param: hasTable ? '--type' : folder.option },
    );
  if (withFiles === true)
    throw commandError(`A file has no assets. Use --files with ${folder.option}.`, { param: '--files' });
  return { type, path, format: csv === undefined ? 'ndjson' : 'csv' };
}

/** Writes a content type to a file, which gets its name when it is complete. */
export async function exportTableFile(
  installation: Installation,
  { project }: TableOptions,
  { type, format, path }: TableFile,
): Promise<CommandOutcome> {
  const { _id: id } = await projectNamed(installation, project);
  const context = await installation.contexts().release(id, undefined);
  const lines = await exportTable(context, type, format);
  let rows = format === 'csv' ? -1 : 0;
  const countedLines = async function* () {
    for await (const line of lines) {
      rows += 1;
      yield line;
    }
  };
  await writeWholeFile(path, countedLines());
  const subject = { kind: 'project', id } as const;
  const detail = { kind: type, items: rows };
  await writeProject(writerOf(installation.system.project(id), actingIn(installation)), async (tx) =>
    tx.stored({ action: 'project.exported', subject, detail }),
  );
  return {
    json: { project: id, type, file: path, rows },
    text: `Wrote ${rows} entries of ${type} to ${path}.`,
  };
}

/** Imports a file into a content type. The exit code is 2 if a row failed. */
export async function importTableFile(
  installation: Installation,
  options: ImportTableOptions,
  { type, format, path }: TableFile,
): Promise<CommandOutcome> {
  const { _id: id } = await projectNamed(installation, options.project);
  const contexts = installation.contexts();
  const report = await importTable({
    ...{ type, format, path },
    choices: { map: new Map(options.map.map(readMapping)), skip: new Set(options.skip) },
    key: options.key ?? null,
    publishes: options.publish === true,
    dryRun: options.dryRun === true,
    delimiter: readDelimiter(options.delimiter, format),
    encoding: options.encoding ?? null,
    newContext: () => contexts.release(id, options.release),
    progress: progressBar(process.stderr),
  });
  return outcomeOf(report);
}

/** The header and the field of `Column=field`. The header may contain `=`. @throws invalid_parameter */
function readMapping(text: string): [string, string] {
  const at = text.lastIndexOf('=');
  if (at < 1 || at === text.length - 1)
    throw commandError(`"${text}" must be a column and a field, for example --map "Price in EUR=price".`, {
      param: '--map',
    });
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

const delimiterNames: Readonly<Record<string, string>> = { tab: '\t', '\\t': '\t' };

/** @throws invalid_parameter unless it is one character */
function readDelimiter(text: string | undefined, format: TableFormat): string | null {
  if (text === undefined) return null;
  const delimiter = delimiterNames[text] ?? text;
  if (format === 'csv' && delimiter.length === 1 && !/["\r\n]/.test(delimiter)) return delimiter;
  const message =
    format === 'csv'
      ? '--delimiter must be one character, or tab.'
      : 'NDJSON has no delimiter. Use --delimiter with --csv.';
  throw commandError(message, { param: '--delimiter' });
}

const columns = ['in', 'created', 'updated', 'unchanged', 'failed'] as const;

function outcomeOf(report: TableReport): CommandOutcome {
  const { dry_run: isDry, total, failed } = report;
  const heading = columns.map((column) => column.toUpperCase());
  const issues = failed.map(
    ({ row, column, code, message }) =>
      `row ${row}${column === null ? '' : `, ${column}`}: ${code}. ${message}`,
  );
  const sentence = isDry
    ? `Dry run: the import would create ${total.created} and update ${total.updated} entries.`
    : `Created ${total.created} and updated ${total.updated} entries.`;
  return {
    json: report,
    text: [formatTable(heading, [columns.map((column) => String(total[column]))]), ...issues, sentence].join(
      '\n',
    ),
    exitCode: total.failed > 0 ? 2 : 0,
  };
}
