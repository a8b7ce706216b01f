import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { addLocale, changeLocale, listLocales, type Locale, removeLocale } from '../../../projects/index.ts';
import type { CommandGroup, CommandOutcome, CommandRun } from '../../command.ts';
import { commandError } from '../../support/command-error.ts';
import { projectNamed } from '../../support/installation.ts';
import { formatTable } from '../../support/terminal/format-table.ts';

interface ProjectOption {
  project: string;
}

interface SettingOptions extends ProjectOption {
  name?: string;
  fallback?: string;
}

const projectOption = ['--project <project>', "the project's id or name"] as const;

export const localeCommands: CommandGroup = (program, run) => {
  const locale = program
    .command('locale')
    .description('list, add, change and remove the locales of a project');

  locale
    .command('list')
    .description('list the locales, the default first')
    .requiredOption(...projectOption)
    .action(
      run.action<ProjectOption>(async ({ options }) => {
        const locales = await listLocales((await openProject(run, options)).context);
        return { json: { locales }, text: tableOf(locales) };
      }),
    );

  addAddCommand(locale, run);
  addChangeCommand(locale, run);
  addRemoveCommand(locale, run);
};

function addAddCommand(locale: Command, run: CommandRun): void {
  locale
    .command('add')
    .description('add a locale, such as de or pt-BR')
    .argument('<code>', 'the code of the locale')
    .requiredOption(...projectOption)
    .option('--name <name>', 'its name; the English name of the language by default')
    .option('--fallback <code>', 'the locale whose values replace missing ones')
    .option('--partial', 'required fields may be empty in this locale')
    .option('--serves-entries', 'readers can get whole items of the fallback')
    .option('--no-wait', 'return before the service has prepared the locale')
    .action(
      run.action<SettingOptions & { partial?: true; servesEntries?: true; wait: boolean }>(
        async ({ options, args }) => {
          const { context, name } = await openProject(run, options);
          const { partial = false, servesEntries: serves_entries = false, wait } = options;
          const settings = { ...givenSettings(options), partial, serves_entries };
          const added = await addLocale(context, { code: args[0] ?? '', ...settings });
          const locale = wait ? await whenReady(context, added.locale) : added.locale;
          return { json: { locale }, text: `Added ${labelOf(locale)} to project "${name}".` };
        },
      ),
    );
}

function addChangeCommand(locale: Command, run: CommandRun): void {
  locale
    .command('change')
    .description('change the code, name, fallback or rules of a locale')
    .argument('<code>', 'the code of the locale')
    .requiredOption(...projectOption)
    .option('--code <code>', 'its new code; requests can use the previous one for 90 days')
    .option('--name <name>', 'its new name')
    .option('--fallback <code>', 'the locale whose values replace missing ones, or "none"')
    .option('--partial <boolean>', 'whether required fields may be empty in this locale: true or false')
    .option(
      '--serves-entries <boolean>',
      'whether readers can get whole items of the fallback: true or false',
    )
    .action(
      run.action<SettingOptions & { code?: string; partial?: string; servesEntries?: string }>(
        async ({ options, args }) => {
          const { context } = await openProject(run, options);
          const { code, partial, servesEntries, fallback } = options;
          const changed = await changeLocale(context, args[0] ?? '', {
            ...givenSettings(options),
            ...(fallback === 'none' ? { fallback: null } : {}),
            ...(code === undefined ? {} : { code }),
            ...(partial === undefined ? {} : { partial: booleanOf('--partial', partial) }),
            ...(servesEntries === undefined
              ? {}
              : { serves_entries: booleanOf('--serves-entries', servesEntries) }),
          });
          return { json: changed, text: `Changed ${labelOf(changed.locale)}.` };
        },
      ),
    );
}

function addRemoveCommand(locale: Command, run: CommandRun): void {
  locale
    .command('remove')
    .description('remove a locale with all its content, for good')
    .argument('<code>', 'the code of the locale')
    .requiredOption(...projectOption)
    .option('--yes', 'do it without asking')
    .option('--events', 'send an event for each item that readers lose')
    .action(
      run.action<ProjectOption & { yes?: true; events?: true }>(async ({ options, args }) => {
        const code = args[0] ?? '';
        const { context, name } = await openProject(run, options);
        if (options.yes !== true) {
          const loss = `This removes locale "${code}" of project "${name}" with all its content, for good.`;
          throw commandError(`${loss} Send --yes to confirm.`, { param: '--yes' });
        }
        const outcome = await removeLocale(context, code, { events: options.events === true });
        return { json: outcome, text: `Removed locale "${outcome.removed.code}" of project "${name}".` };
      }),
    );
}

const pollMs = 500;

/** The locale as soon as a worker of the service has prepared it. */
async function whenReady(context: Parameters<typeof listLocales>[0], added: Locale): Promise<Locale> {
  let locale = added;
  while (locale.status === 'preparing') {
    await pause(pollMs);
    locale = (await listLocales(context)).find(({ id }) => id === added.id) ?? { ...locale, status: 'ready' };
  }
  return locale;
}

async function openProject(run: CommandRun, { project }: ProjectOption) {
  const installation = await run.installation();
  const { _id: id, name } = await projectNamed(installation, project);
  return { context: await installation.contexts().project(id), name };
}

function givenSettings({ name, fallback }: SettingOptions) {
  return { ...(name === undefined ? {} : { name }), ...(fallback === undefined ? {} : { fallback }) };
}

/** @throws invalid_parameter */
function booleanOf(param: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw commandError(`${param} takes true or false, not "${text}".`, { param, expected: 'true or false' });
}

function labelOf({ code, name }: Locale): string {
  return `locale ${code} "${name}"`;
}

function tableOf(locales: readonly Locale[]): CommandOutcome['text'] {
  const lines = locales.map(({ code, name, fallback, ...rules }) => [
    code,
    name,
    rules.default ? 'default' : (fallback ?? 'none'),
    [...(rules.partial ? ['partial'] : []), ...(rules.serves_entries ? ['serves entries'] : [])].join(', '),
    rules.progress === undefined ? rules.status : `${rules.status} ${Math.floor(rules.progress * 100)}%`,
  ]);
  return formatTable(['CODE', 'NAME', 'FALLBACK', 'RULES', 'STATUS'], lines);
}
