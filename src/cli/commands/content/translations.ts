import { readFile, stat } from 'node:fs/promises';
import {
  type TranslationFileFormat,
  translationFileFormats,
  type TranslationState,
  translationStates,
} from '../../../contract/translations.ts';
import { writerOf, writeProject } from '../../../projects/index.ts';
import { exportTexts, importTexts, type TextsReport } from '../../../transfer/index.ts';
import type { CommandGroup, CommandOutcome } from '../../command.ts';
import { commandError } from '../../support/command-error.ts';
import { actingIn, type Installation, projectNamed } from '../../support/installation.ts';
import { writeWholeFile } from '../../support/write-whole-file.ts';

interface ExportOptions {
  project: string;
  locale: string;
  state?: string;
  type?: string;
  format: string;
  out: string;
}

interface ImportOptions {
  project: string;
  file: string;
  dryRun?: true;
}

/** Maximum size of a file, which is read as a whole. */
const maxFileBytes = 128 * 1024 * 1024;
/** Maximum rejected units of the printed report; the JSON document has all of them. */
const printedMax = 100;

export const translationCommands: CommandGroup = (program, run) => {
  const translations = program
    .command('translations')
    .description('export texts for translators, and import their translations');
  const projectOption = ['--project <project>', "the project's id or name"] as const;

  translations
    .command('export')
    .description('write the texts of a locale to a file for translators')
    .requiredOption(...projectOption)
    .requiredOption('--locale <code>', 'the locale to translate into')
    .option('--state <states>', 'states of the texts: missing, outdated, current', 'missing,outdated')
    .option('--type <slug>', 'entries of this content type only')
    .requiredOption('--format <format>', `the format of the file: ${translationFileFormats.join(', ')}`)
    .requiredOption('--out <file>', 'the file to write')
    .action(run.action<ExportOptions>(async ({ options }) => writeFile(await run.installation(), options)));

  translations
    .command('import')
    .description('import a translated file as drafts; the exit code is 2 if a text was rejected')
    .requiredOption(...projectOption)
    .requiredOption('--file <file>', 'the translated file')
    .option('--dry-run', 'report what the import would do, and store nothing')
    .action(run.action<ImportOptions>(async ({ options }) => importFile(await run.installation(), options)));
};

async function writeFile(
  installation: Installation,
  { project, locale, state = '', type, format, out }: ExportOptions,
): Promise<CommandOutcome> {
  const { _id: id } = await projectNamed(installation, project);
  const context = await installation.contexts().release(id, undefined);
  const query = { locale, type, states: readStates(state) };
  const pieces = await exportTexts(context, query, readFormat(format));
  await writeWholeFile(out, pieces);
  const subject = { kind: 'project', id } as const;
  const detail = { kind: 'translations' };
  await writeProject(writerOf(installation.system.project(id), actingIn(installation)), async (tx) =>
    tx.stored({ action: 'project.exported', subject, detail }),
  );
  return { json: { project: id, locale, format, file: out }, text: `Wrote the texts to ${out}.` };
}

async function importFile(
  installation: Installation,
  { project, file, dryRun: isDry }: ImportOptions,
): Promise<CommandOutcome> {
  const { _id: id } = await projectNamed(installation, project);
  const dryRun = isDry === true;
  const bytes = await readBounded(file);
  const contexts = installation.contexts();
  const { imported, unchanged, rejected } = await importTexts({
    file: bytes,
    dryRun,
    newContext: () => contexts.release(id, undefined),
  });
  return outcomeOf({ imported, unchanged, rejected }, dryRun);
}

/** @throws invalid_parameter for a file that can't be read, or is too large */
async function readBounded(file: string): Promise<Uint8Array> {
  const unreadable = (error: NodeJS.ErrnoException) => {
    throw commandError(`${file} can't be read (${error.code ?? 'unknown reason'}).`, { param: '--file' });
  };
  const { size } = await stat(file).catch(unreadable);
  if (size > maxFileBytes)
    throw commandError(`${file} is larger than 128 MiB. Split it into several files.`, { param: '--file' });
  return readFile(file).catch(unreadable);
}

/** @throws invalid_parameter */
function readStates(text: string): TranslationState[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => translationStates.some((state) => state === name)))
    return translationStates.filter((state) => names.includes(state));
  throw commandError(
    `--state takes ${translationStates.join(', ')}, or several of them separated by commas.`,
    { param: '--state' },
  );
}

/** @throws invalid_parameter */
function readFormat(text: string): TranslationFileFormat {
  const format = translationFileFormats.find((one) => one === text);
  if (format !== undefined) return format;
  throw commandError(`--format must be one of ${translationFileFormats.join(', ')}.`, { param: '--format' });
}

function outcomeOf(report: TextsReport, isDry: boolean): CommandOutcome {
  const { imported, unchanged, rejected } = report;
  const lines = rejected.slice(0, printedMax).map(({ unit, reason }) => `${unit}: ${reason}`);
  const more = rejected.length - lines.length;
  const counts = isDry
    ? `Dry run: the import would store ${imported} texts. ${unchanged} would not change.`
    : `Imported ${imported} texts. ${unchanged} did not change.`;
  return {
    json: report,
    text: [
      ...lines,
      ...(more > 0 ? [`and ${more} more`] : []),
      `${counts} ${rejected.length} ${isDry ? 'would be' : 'were'} rejected.`,
    ].join('\n'),
    exitCode: rejected.length > 0 ? 2 : 0,
  };
}
