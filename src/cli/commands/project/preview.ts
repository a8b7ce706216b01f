import { PreviewTokens, type ReleaseContext } from '../../../core/context/index.ts';
import { previewLinkBounds } from '../../../contract/preview.ts';
import {
  createLink,
  findProjectOfLink,
  listLinks,
  type PreviewLink,
  revokeLink,
} from '../../../dashboard/index.ts';
import type { CommandGroup } from '../../command.ts';
import { commandError } from '../../support/command-error.ts';
import { type Installation, projectNamed } from '../../support/installation.ts';
import { formatMinute, formatTable } from '../../support/terminal/format-table.ts';

interface LinkOptions {
  project: string;
  hours: string;
  name?: string;
  type?: string;
  id?: string;
  all?: true;
  at?: string;
  release?: string;
}

export const previewCommands: CommandGroup = (program, run) => {
  const preview = program.command('preview').description('create, list and revoke links to drafts');

  preview
    .command('link')
    .description('create a link with which anyone can see drafts; its token is shown only once')
    .requiredOption('--project <project>', "the project's id or name")
    .requiredOption('--hours <hours>', `hours until the link expires, 1 to ${previewLinkBounds.hoursMax}`)
    .option('--name <name>', 'what the link is for')
    .option('--type <type>', 'the type of an item: the slug of a content type, blog_article or kb_article')
    .option('--id <id>', 'the id of the item; the link shows its draft alone')
    .option('--all', 'show all drafts')
    .option('--at <time>', 'show the site as readers will see it at a time, such as 2026-12-24T08:00:00Z')
    .option('--release <release>', 'the release to show; with --at, as if it were promoted by then')
    .action(run.action<LinkOptions>(async ({ options }) => create(await run.installation(), options)));

  preview
    .command('links')
    .description("list a project's links, the newest first")
    .requiredOption('--project <project>', "the project's id or name")
    .action(
      run.action<{ project: string }>(async ({ options }) => {
        const installation = await run.installation();
        const { _id: id } = await projectNamed(installation, options.project);
        const { data: links } = await listLinks(await linkContext(installation, id));
        const lines = links.map((link) => [
          link.id,
          shownBy(link),
          formatMinute(new Date(link.expires_at)),
          link.created_by?.name ?? 'command line',
          link.name,
        ]);
        const text =
          links.length === 0
            ? 'The project has no preview link.'
            : formatTable(['ID', 'SHOWS', 'EXPIRES', 'CREATED BY', 'NAME'], lines);
        return { json: { links }, text };
      }),
    );

  preview
    .command('revoke')
    .description('revoke a link; the next request with it is rejected')
    .argument('<link-id>', 'pvl_..., as `galley preview links` shows it')
    .action(run.action(async ({ args }) => revoke(await run.installation(), args[0] ?? '')));
};

async function create(installation: Installation, options: LinkOptions) {
  const { project, hours, name, type, id, all, at, release } = options;
  const { _id } = await projectNamed(installation, project);
  if ((type === undefined) !== (id === undefined))
    throw commandError('Name an item by both --type and --id.', {
      param: type === undefined ? '--type' : '--id',
    });
  if (type === undefined && all === undefined && at === undefined)
    throw commandError('Name an item with --type and --id, or share all drafts with --all.', {
      param: '--all',
    });
  if (all !== undefined && at !== undefined)
    throw commandError('Leave out --all: a link to a time shows no drafts.', { param: '--all' });
  const expires_in_hours = /^\d+$/.test(hours) ? Number(hours) : 0;
  const { hoursMax, nameCharsMax } = previewLinkBounds;
  if (expires_in_hours < 1 || expires_in_hours > hoursMax)
    throw commandError(`--hours must be a whole number from 1 to ${hoursMax}.`, { param: '--hours' });
  if ([...(name ?? '')].length > nameCharsMax)
    throw commandError(`--name takes at most ${nameCharsMax} characters.`, { param: '--name' });
  const previews = new PreviewTokens(installation.secret(), installation.previousSecret);
  const created = await createLink(await linkContext(installation, _id), previews, {
    expires_in_hours,
    ...(name === undefined ? {} : { name }),
    ...(type === undefined || id === undefined ? {} : { item: { type, id } }),
    ...(all === undefined ? {} : { drafts: 'all' }),
    ...(at === undefined ? {} : { at }),
    ...(release === undefined ? {} : { release }),
  });
  const address = created.url === null ? '' : `\n${created.url}`;
  const { id: linkId, expires_at: expiresAt } = created.link;
  return {
    json: created,
    text: `Created link ${linkId}, which expires at ${formatMinute(new Date(expiresAt))}. Its token is shown only once:\n${created.token}${address}`,
  };
}

async function revoke(installation: Installation, linkId: string) {
  const projectId = await findProjectOfLink(installation.system, linkId);
  if (projectId === null) {
    const message = `There is no preview link ${linkId}. \`galley preview links --project P\` shows a project's links.`;
    throw commandError(message, { param: 'link-id' });
  }
  const context = await linkContext(installation, projectId);
  const link = (await listLinks(context)).data.find(({ id }) => id === linkId) ?? null;
  await revokeLink(context, linkId);
  return { json: { link }, text: `Revoked link ${linkId}.` };
}

/** What a link shows, in a list. */
function shownBy({ item, at }: PreviewLink): string {
  if (at !== null) return `the site at ${formatMinute(new Date(at))}`;
  return item === null ? 'all drafts' : `${item.type} ${item.id}`;
}

/** The command line sees and revokes all links of a project. */
async function linkContext(installation: Installation, projectId: string) {
  const context: ReleaseContext = await installation.contexts().release(projectId);
  return { ...context, person: null, seesAll: true };
}
