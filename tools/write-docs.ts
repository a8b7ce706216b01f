// Writes the generated pages of the docs: settings, commands and error codes. `npm run check:docs` fails if a page is
// out of date, so that changes appear in reviews.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import prettier from 'prettier';
import { CommandRun } from '../src/cli/command.ts';
import { programOf } from '../src/cli/program.ts';
import { type ErrorCode, errors, errorType } from '../src/contract/errors/errors.ts';
import { environment } from '../src/core/settings/config.ts';
import { settingGroups } from '../src/core/settings/reference.ts';
import { errorKeys } from '../src/introspection/describe/conventions.ts';
import { assemble } from '../src/server/assembly.ts';
import { features } from '../src/server/features.ts';

/** Formats a table cell as one line with escaped bars. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** Escapes `<` and `{` outside of code, because the docs site would parse them as HTML and templates. */
function plain(text: string): string {
  return text.replace(/`[^`]*`|[<{]/g, (match) => ({ '<': '&lt;', '{': '&#123;' })[match] ?? match);
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

function settingsPage(): string {
  const described = settingGroups.flatMap(({ settings }) => Object.keys(settings));
  const missing = Object.keys(environment.properties).filter((name) => !described.includes(name));
  if (missing.length > 0) throw new Error(`src/core/settings/reference.ts lacks ${missing.join(', ')}`);
  const defaults = environment.properties as Record<string, { default?: string | number }>;
  const fallbackOf = (name: string) => {
    const fallback = defaults[name]?.default;
    return fallback === undefined || fallback === '' ? '' : `\`${fallback}\``;
  };
  const groups = settingGroups.map(({ title, note, settings }) => {
    const rows = Object.entries(settings).map(([name, { about, fallback }]) => [
      `\`${name}\``,
      fallback ?? fallbackOf(name),
      about,
    ]);
    return `## ${title}\n\n${note === undefined ? '' : `${note}\n\n`}${table(['Setting', 'Default', 'Meaning'], rows)}`;
  });
  return `---
also: environment variables, env, configuration, config, options
---

# Settings

Galley reads its settings from environment variables when it starts. An empty variable counts as absent. If a setting is missing or malformed, Galley prints every such setting with the value to write, and exits.

\`npm run dev\` needs no settings and uses those that you set.

${groups.join('\n\n')}
`;
}

function commandSection(command: Command, names: readonly string[]): string {
  const path = [...names, command.name()];
  if (command.commands.length > 0)
    return command.commands.map((child) => commandSection(child, path)).join('\n\n');
  const takes = command.registeredArguments.map((argument) => {
    const word = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${word}>` : `[${word}]`;
  });
  const rows = command.options.map((option) => {
    const choices = option.argChoices === undefined ? '' : ` One of ${option.argChoices.join(', ')}.`;
    const fallback =
      option.defaultValue === undefined || option.defaultValue === false || Array.isArray(option.defaultValue)
        ? ''
        : ` Default: \`${String(option.defaultValue)}\`.`;
    const needed = option.mandatory ? ' Required.' : '';
    return [`\`${option.flags}\``, `${sentence(option.description)}${choices}${fallback}${needed}`];
  });
  const words = `galley ${[...path.slice(1), ...takes].join(' ')}`;
  const options = rows.length === 0 ? '' : `\n\n${table(['Option', 'Meaning'], rows)}`;
  return `## ${path.slice(1).join(' ')}\n\n${plain(sentence(command.description()))}\n\n\`${words}\`${options}`;
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

function commandsPage(): string {
  const sections = programOf(new CommandRun({}, '', assemble(features)), []).commands.map((command) =>
    commandSection(command, ['galley']),
  );
  return `---
also: command line, terminal, commands
---

# CLI

\`npx galley <command>\` works on the database in \`MONGODB_URI\`, or on the embedded one while \`npm run dev\` runs in the same folder. In a container, use \`docker compose exec galley galley <command>\`.

- \`--help\` after any command lists its options.
- With \`--json\`, standard output gets exactly one JSON document. An error is \`{"error": {...}}\` in the form of the API, and the exit code is 1.
- The exit code is 0, or 1 after an error. \`schema diff\` exits with 0 if nothing differs, 1 if anything differs, and 2 if it can't compare.
- \`--project\` takes the ID of a project, or its name if no other project has it.
- Commands that set a password ask for it in the terminal. In scripts, use the variable \`GALLEY_PASSWORD\` or the option \`--password-stdin\`.

${sections.join('\n\n')}
`;
}

function errorCodesPage(): string {
  const keys = Object.entries(errorKeys).map(([key, about]) => [`\`${key}\``, plain(about)]);
  const codes = (Object.keys(errors) as ErrorCode[]).map((code) => {
    const { status, doc } = errors[code];
    return `## ${code} {#${code}}\n\n${status} \`${errorType(status)}\`\n\n${plain(doc)}`;
  });
  return `---
also: error codes, doc_url
outline: 2
---

# Error codes

Every error response is \`{"error": {...}}\`. Decide by \`code\`: messages can change. [Errors in practice](api/errors.md) shows how to handle errors.

${table(['Key', 'Meaning'], keys)}

${codes.join('\n\n')}
`;
}

const pages = {
  'docs/run/settings.md': settingsPage(),
  'docs/run/cli.md': commandsPage(),
  'docs/errors.md': errorCodesPage(),
};
const options = await prettier.resolveConfig('docs/run/cli.md');
for (const [path, page] of Object.entries(pages)) {
  const text = await prettier.format(page, { ...options, parser: 'markdown' });
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  writeFileSync(path, text);
  process.stderr.write(`${path} was out of date. It was written again: review its diff and commit it.\n`);
  process.exitCode = 1;
}
