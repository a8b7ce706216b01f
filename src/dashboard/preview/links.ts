import { apiError, limitReached } from '../../contract/errors/api-error.ts';
import { newId } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import { hourMs } from '../../contract/time.ts';
import { type MemberContext, respond, type RouteResponse } from '../../core/http/index.ts';
import { type PreviewTokens, type ProjectContext, withRelease } from '../../core/context/index.ts';
import { findProject, localesOf, writeProject } from '../../projects/index.ts';
import { countLinks, deleteLink, findLink, findLinks, insertLink } from './link-repository.ts';
import { previewUrlOf } from './preview-url.ts';
import { readShownTime } from './shown-time.ts';
import type { CreatedPreviewLink, CreatePreviewLink, PreviewLink, PreviewLinkRecord } from './schema.ts';

/** Who creates, lists and revokes links: a member, or the command line with `person` null. */
interface LinkContext extends ProjectContext {
  person: Pick<MemberContext['person'], 'id' | 'name' | 'email'> | null;
  seesAll: boolean;
}

export function memberLinks(context: MemberContext): LinkContext {
  return { ...context, seesAll: context.role === 'owner' };
}

/**
 * Creates a share link. Only this response contains its token.
 * @throws limit_reached, the codes of `draftsOf` and `readShownTime`, and the 404s of a read of the item
 */
export async function createLink(
  context: LinkContext,
  previews: PreviewTokens,
  input: CreatePreviewLink,
): Promise<CreatedPreviewLink> {
  const { name = '', expires_in_hours, item } = input;
  const drafts = draftsOf(input);
  const { db, now, person } = context;
  const { at, release } = await readShownTime(context, input);
  if (item !== undefined) await checkItem(release === null ? context : withRelease(context, release), item);
  const link: PreviewLinkRecord = {
    _id: newId('preview_link', now),
    name,
    drafts,
    item: item === undefined ? null : { type: item.type, id: item.id },
    at,
    release,
    created_by: person === null ? null : { id: person.id, name: person.name || person.email },
    created_at: now,
    expires_at: new Date(now.getTime() + expires_in_hours * hourMs),
    last_used_at: null,
  };
  await writeProject(context, async (tx) => {
    const max = limits.preview_links_per_project_max;
    if ((await countLinks(tx.db, tx.now, max)) >= max)
      throw limitReached('preview_links_per_project_max', max);
    await insertLink(tx.db, link);
    return tx.stored({ action: 'preview.link_created', subject: subjectOf(link) });
  });
  const { _id: linkId, expires_at: expiresAt } = link;
  const token = previews.signLink({ projectId: db.projectId, linkId, expiresAt });
  return { link: serializeLink(link), token, url: await previewUrl(context, token, item) };
}

/** Which drafts a new link shows. @throws invalid_field_value for `drafts` with a time, or without an item */
function draftsOf({ item, at, drafts }: CreatePreviewLink): PreviewLinkRecord['drafts'] {
  const reject = (why: string) =>
    apiError('invalid_field_value', { name: 'drafts', why }, { param: 'drafts' });
  if (at !== undefined) {
    if (drafts !== undefined) throw reject('a link to a time shows no drafts; leave it out');
    return 'none';
  }
  if (drafts === 'item' && item === undefined) throw reject('it needs an item');
  return drafts ?? (item === undefined ? 'all' : 'item');
}

/** What the site's preview shows; the default locale if none is named. */
type PreviewedItem = Partial<Record<'type' | 'id' | 'slug' | 'locale', string>>;

/** The site's preview URL with its placeholders filled in; null if the project has none. */
export async function previewUrl(
  { db }: Pick<ProjectContext, 'db'>,
  token: string,
  { type = '', id = '', slug = '', ...item }: PreviewedItem = {},
): Promise<string | null> {
  const record = await findProject(db);
  const template = record?.settings.preview_url;
  if (record === null || template === undefined) return null;
  const locale = item.locale ?? localesOf(record).list[0]?.code ?? '';
  return previewUrlOf(template, { type, id, slug, locale, token });
}

/** The caller's own links; all links for owners. */
export async function listLinks(context: LinkContext): Promise<{ data: PreviewLink[] }> {
  const { db, now, person, seesAll } = context;
  const creatorId = seesAll ? null : (person?.id ?? null);
  const links = await findLinks(db, { now, creatorId, limit: limits.preview_links_per_project_max });
  return { data: links.map(serializeLink) };
}

/** @throws unknown_preview_link, also for a link of another member */
export async function revokeLink(context: LinkContext, id: string): Promise<RouteResponse<null>> {
  await writeProject(context, async (tx) => {
    tx.noteLocales([]);
    const link = await findLink(tx.db, id, tx.now);
    const isOwn = context.seesAll || link?.created_by?.id === context.person?.id;
    if (link === null || !isOwn || !(await deleteLink(tx.db, id)))
      throw apiError('unknown_preview_link', {}, { param: 'linkId' });
    return tx.stored({ action: 'preview.link_revoked', subject: subjectOf(link) });
  });
  return respond(null, { status: 204 });
}

function subjectOf({ _id: id, name: title }: PreviewLinkRecord) {
  return { kind: 'preview', id, title } as const;
}

const articleErrors = { blog_article: 'unknown_blog_article', kb_article: 'unknown_kb_article' } as const;

/** @throws the 404 of a read, if the item doesn't exist or the caller can't read it */
async function checkItem(context: ProjectContext, { type, id }: { type: string; id: string }): Promise<void> {
  const { links, entries } = context.sources;
  if (type === 'blog_article' || type === 'kb_article') {
    const existing = await links.find(({ kind }) => kind === type)?.existing(context, [id]);
    if (existing?.has(id) !== true) throw apiError(articleErrors[type], { slug: id }, { param: 'item.id' });
    return;
  }
  const target = (await entries.existing(context, [id])).get(id);
  if (target?.contentType !== type) throw apiError('unknown_entry', { entryId: id }, { param: 'item.id' });
}

function serializeLink(link: PreviewLinkRecord): PreviewLink {
  const { _id: id, name, drafts, item, at, release, created_by } = link;
  const { created_at, expires_at, last_used_at } = link;
  return {
    ...{ id, name, drafts, item, release, created_by },
    at: at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}
