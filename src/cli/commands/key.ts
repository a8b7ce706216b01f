import {
  type ScopesInput,
  createKey,
  type KeyPurpose,
  type KeyRecord,
  keysOf,
  findProjectOfKey,
  revokeKey,
} from '../../accounts/index.ts';
import { areas, type Scopes, withLocaleCodes } from '../../contract/access.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { findProject, localesOf, type ProjectRecord } from '../../projects/index.ts';
import type { CommandGroup } from '../command.ts';
import { actingIn, type Installation, projectNamed } from '../support/installation.ts';
import { noSuchWord, commandError } from '../support/command-error.ts';
import { formatDay, formatMinute, formatTable } from '../support/terminal/format-table.ts';

interface CreateOptions {
  project: string;
  purpose: string;
  name?: string;
  origin?: string[];
  expiresInDays?: string;
  can?: string[];
  area?: string[];
  type?: string[];
  release?: string[];
  locale?: string[];
}

export const keyCommands: CommandGroup = (program, run) => {
  const key = program.command('key').description('create, list and revoke API keys');

  key
    .command('create')
    .description('create an API key; a secret key is shown only once')
    .requiredOption('--project <project>', "the project's id or name")
    .requiredOption(
      '--purpose <purpose>',
      'the kind of key: secret (for servers) or publishable (for browsers)',
    )
    .option('--name <name>', 'what the key is used for')
    .option(
      '--origin <origin...>',
      'browser origins that may use a publishable key, for example https://example.com',
    )
    .option('--expires-in-days <days>', 'create a session key that expires after 1 to 90 days')
    .option('--can <permission...>', 'narrow the key: read, preview, draft, publish, schema, releases')
    .option('--area <area...>', `narrow the key to areas: ${areas.join(', ')}`)
    .option('--type <slug...>', 'narrow the key to content types')
    .option('--release <id...>', 'narrow the key to releases, or to "default"')
    .option('--locale <code...>', 'let the key change localized fields of these locales only')
    .action(run.action<CreateOptions>(async ({ options }) => create(await run.installation(), options)));

  key
    .command('list')
    .description("list a project's keys with their dates and last use, revoked ones too")
    .requiredOption('--project <project>', "the project's id or name")
    .action(
      run.action<{ project: string }>(async ({ options }) => {
        const installation = await run.installation();
        const project = await projectNamed(installation, options.project);
        const keys = await keysOf(installation.system.project(project._id));
        const lines = keys.map((one) => [
          one.key_id,
          one.scopes === undefined
            ? one.purpose
            : `${one.purpose}, ${scopeText(shownScopes(one.scopes, project))}`,
          stateOf(one, installation.clock.now()),
          formatDay(one.created_at),
          one.expires_at === null ? 'never' : formatDay(one.expires_at),
          one.last_used_at === undefined ? 'never' : formatMinute(one.last_used_at),
          one.name,
        ]);
        return {
          json: { keys: keys.map((one) => keyOutput(one, project)) },
          text:
            keys.length === 0
              ? 'The project has no key yet.'
              : formatTable(['ID', 'PURPOSE', 'STATE', 'CREATED', 'EXPIRES', 'LAST USED', 'NAME'], lines),
        };
      }),
    );

  key
    .command('revoke')
    .description('revoke a key; its next request is rejected')
    .argument('<key-id>', 'key_..., as `galley key list` shows it')
    .action(run.action(async ({ args }) => revoke(await run.installation(), args[0] ?? '')));
};

async function create(installation: Installation, options: CreateOptions) {
  const { system } = installation;
  const purpose = purposeOf(options.purpose);
  const project = await projectNamed(installation, options.project);
  const { record, token } = await createKey(
    system.project(project._id),
    {
      purpose,
      name: options.name ?? `${purpose} key`,
      origins: options.origin ?? [],
      expiresInDays: options.expiresInDays === undefined ? null : daysOf(options.expiresInDays),
      ...scopesIn(purpose, options),
    },
    { ...actingIn(installation), box: installation.box, bounds: installation.bounds },
  );
  const note = purpose === 'secret' ? '\nStore it now: it will not be shown again.' : '';
  return {
    json: { key: { ...keyOutput(record, project), token } },
    text: `Created key ${record.key_id} for project "${project.name}":\n${token}${note}`,
  };
}

/** The scopes that the options set; none for a key with all rights of its purpose. */
function scopesIn(
  purpose: KeyPurpose,
  { can, area, type, release, locale }: CreateOptions,
): { scopes?: ScopesInput } {
  if ([can, area, type, release, locale].every((option) => option === undefined)) return {};
  const all = purpose === 'publishable' ? ['read'] : ['read', 'draft', 'publish'];
  const isDefault = release?.length === 1 && release[0] === 'default';
  return {
    scopes: {
      can: can ?? all,
      ...(area === undefined ? {} : { areas: area }),
      ...(type === undefined ? {} : { types: type }),
      ...(release === undefined ? {} : { releases: isDefault ? 'default' : release }),
      ...(locale === undefined ? {} : { locales: locale }),
    },
  };
}

async function revoke(installation: Installation, keyId: string) {
  const { system } = installation;
  const projectId = await findProjectOfKey(system, keyId);
  if (projectId === null) {
    throw commandError(`There is no key ${keyId}. \`galley key list --project P\` shows a project's keys.`, {
      param: 'key-id',
    });
  }
  const record = await revokeKey(system.project(projectId), keyId, actingIn(installation));
  const project = await findProject(system.project(projectId));
  const key = record === null || project === null ? null : keyOutput(record, project);
  return { json: { key }, text: `Revoked key ${keyId}.` };
}

/** The rights of a narrowed key, for a cell of the list. */
function scopeText({ can, areas = [], types = [], releases = [], locales = [] }: Scopes): string {
  const releaseList = typeof releases === 'string' ? [releases] : releases;
  return [...can, ...areas, ...types, ...releaseList, ...locales].join(' ');
}

/**
 * Parses a whole number. JavaScript would also accept `1e1`, `0x10` and blanks. NaN is rejected as an invalid expiry.
 */
function daysOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

function purposeOf(text: string): KeyPurpose {
  if (text === 'secret' || text === 'publishable') return text;
  throw apiError('invalid_key_purpose', { why: noSuchWord(['secret', 'publishable'], text, 'purpose') });
}

function keyOutput(key: KeyRecord, project: ProjectRecord) {
  return {
    id: key.key_id,
    purpose: key.purpose,
    name: key.name,
    origins: key.origins,
    expires_at: key.expires_at?.toISOString() ?? null,
    revoked_at: key.revoked_at?.toISOString() ?? null,
    last_used_at: key.last_used_at?.toISOString() ?? null,
    created_at: key.created_at.toISOString(),
    ...(key.scopes === undefined ? {} : { scopes: shownScopes(key.scopes, project) }),
  };
}

function shownScopes(scopes: Scopes, project: ProjectRecord): Scopes {
  return withLocaleCodes(scopes, localesOf(project).list);
}

function stateOf({ revoked_at, expires_at }: KeyRecord, now: Date): string {
  if (revoked_at !== null) return `revoked ${formatMinute(revoked_at)}`;
  return expires_at !== null && expires_at <= now ? 'expired' : 'works';
}
