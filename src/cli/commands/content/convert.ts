import type { Command } from 'commander';
import {
  convertContentful,
  convertGhost,
  convertMarkdown,
  type ConvertReport,
  convertWordPress,
  type MappedTarget,
  mappedTargets,
} from '../../../transfer/index.ts';
import { typeSlugPattern } from '../../../content/index.ts';
import type { CommandGroup, CommandOutcome, CommandRun } from '../../command.ts';
import { commandError } from '../../support/command-error.ts';
import { formatTable } from '../../support/terminal/format-table.ts';

interface Options {
  out: string;
  strict?: true;
}

export const convertCommands: CommandGroup = (program, run) => {
  const convert = program
    .command('convert')
    .description('convert the export of another system to a bundle, which galley load reads');
  addWordPressCommand(convert, run);
  addMarkdownCommand(convert, run);
  addGhostCommand(convert, run);
  addContentfulCommand(convert, run);
};

function addWordPressCommand(convert: Command, run: CommandRun): void {
  sharedOptions(convert.command('wordpress').description('convert an export of WordPress (Tools > Export)'))
    .argument('<file>', 'the XML file')
    .option(
      '--map <type=target>',
      `the target of a post type: ${mappedTargets.join(', ')}; can be repeated`,
      (text: string, previous: string[]) => [...previous, text],
      [],
    )
    .option('--blocks', 'divide the bodies of pages into blocks')
    .action(
      run.action<Options & { map: string[]; blocks?: true }>(async ({ options, args }) => {
        const map = new Map(options.map.map(readMapping));
        const report = await convertWordPress(args[0] ?? '', options.out, {
          map,
          hasBlocks: options.blocks === true,
        });
        return outcomeOf(report, options);
      }),
    );
}

function addMarkdownCommand(convert: Command, run: CommandRun): void {
  sharedOptions(convert.command('markdown').description('convert a folder of Markdown files'))
    .argument('<folder>', 'the folder with .md, .markdown and .mdx files')
    .option('--to <target>', 'blog, kb, or the slug of a content type', 'blog')
    .option('--static <folder>', 'the folder of images and files with absolute paths')
    .action(
      run.action<Options & { to: string; static?: string }>(async ({ options, args }) => {
        const { to, out, static: staticFolder = null } = options;
        if (!new RegExp(typeSlugPattern).test(to) || to === 'redirect')
          throw commandError(`--to ${JSON.stringify(to)} must be blog, kb, or the slug of a content type.`);
        return outcomeOf(await convertMarkdown(args[0] ?? '', out, { to, staticFolder }), options);
      }),
    );
}

function addGhostCommand(convert: Command, run: CommandRun): void {
  sharedOptions(convert.command('ghost').description('convert an export of Ghost (Settings > Import/Export)'))
    .argument('<file>', 'the JSON file')
    .option('--site-url <url>', 'the URL of the site, from which files are downloaded')
    .action(
      run.action<Options & { siteUrl?: string }>(async ({ options, args }) => {
        const { siteUrl = '', out } = options;
        if (siteUrl !== '' && !(/^https?:/i.test(siteUrl) && URL.canParse(siteUrl)))
          throw commandError(
            `--site-url ${JSON.stringify(siteUrl)} must be a URL such as https://blog.example.com.`,
          );
        return outcomeOf(await convertGhost(args[0] ?? '', out, { siteUrl }), options);
      }),
    );
}

function addContentfulCommand(convert: Command, run: CommandRun): void {
  sharedOptions(
    convert.command('contentful').description('convert an export of Contentful (contentful space export)'),
  )
    .argument('<file>', 'the JSON file')
    .option('--published <file>', 'an export of the published versions, for entries that have changed since')
    .option('--assets <folder>', 'the folder of downloaded assets')
    .action(
      run.action<Options & { published?: string; assets?: string }>(async ({ options, args }) => {
        const { published: publishedFile = null, assets: assetsFolder = null, out } = options;
        return outcomeOf(
          await convertContentful(args[0] ?? '', out, { publishedFile, assetsFolder }),
          options,
        );
      }),
    );
}

function sharedOptions(command: Command): Command {
  return command
    .requiredOption(
      '--out <folder>',
      'an empty folder, one that does not exist yet, or an earlier conversion',
    )
    .option('--strict', 'exit with code 2 if a visible word is lost');
}

function readMapping(text: string): [string, MappedTarget] {
  const [, type, name] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  const target = mappedTargets.find((each) => each === name);
  if (type !== undefined && target !== undefined) return [type, target];
  const forms = mappedTargets.map((each) => `book=${each}`).join(', ');
  throw commandError(`--map ${JSON.stringify(text)} must have one of the forms ${forms}.`);
}

function outcomeOf(report: ConvertReport, { strict = false }: { strict?: boolean }): CommandOutcome {
  const { out, in: count, converted, skipped, kinds, losses, words } = report;
  const rows = [...Object.entries(kinds), ['total', { in: count, converted, skipped }] as const];
  const table = formatTable(
    ['KIND', 'IN', 'CONVERTED', 'SKIPPED'],
    rows.map(([kind, each]) => [kind, String(each.in), String(each.converted), String(each.skipped)]),
  );
  const reasons = Object.entries(losses.by_reason).map(([reason, number]) => `${reason} ${number}`);
  const lossLine = `Losses: ${losses.total === 0 ? 'none' : `${reasons.join(', ')} (see ${out}/losses.ndjson)`}.`;
  return {
    json: report,
    text: [table, lossLine, `Words: ${words.in}, lost: ${words.lost}.`, `Wrote the bundle to ${out}.`].join(
      '\n',
    ),
    exitCode: strict && words.lost > 0 ? 2 : 0,
  };
}
