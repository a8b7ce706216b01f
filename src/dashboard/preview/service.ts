import { type Grant, grantOf, may } from '../../contract/access.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { AdmittedRequest, MemberContext } from '../../core/http/index.ts';
import { inSnapshot, type ProjectDb, snapshotTimeOf, type SystemDb } from '../../core/mongo/index.ts';
import { runInBackground } from '../../core/util/index.ts';
import type { LinkPreview, PreviewTokens, ProjectContext } from '../../core/context/index.ts';
import { findProjectInfo, findRelease } from '../../lifecycle/index.ts';
import { writeProject } from '../../projects/index.ts';
import { findActiveMember, sessionName } from '../../accounts/index.ts';
import { findLink, storeUse } from './link-repository.ts';
import { previewUrl } from './links.ts';
import { readShownTime } from './shown-time.ts';
import type { CreatePreview, Preview, PreviewSession } from './schema.ts';

const minuteMs = 60_000;
const maxMinutes = 60;

/** Creates a token that gives access to drafts, and the site's preview URL for an item. */
export async function openPreview(
  context: MemberContext,
  { minutes = maxMinutes, item, ...input }: CreatePreview,
): Promise<Preview> {
  const { db, now, tools, person } = context;
  const shownTime = await readShownTime(context, input);
  await writeProject(context, async (tx) => {
    tx.noteLocales([]);
    const subject = { kind: 'preview', id: item?.id ?? db.projectId } as const;
    return tx.stored({ action: 'preview.opened', subject });
  });
  const expiresAt = new Date(now.getTime() + minutes * minuteMs);
  const creator = { userId: person.id, session: sessionName(person.sessionId) };
  const token = tools.previews.sign({ projectId: db.projectId, expiresAt, ...creator, ...shownTime });
  return {
    token,
    expires_at: expiresAt.toISOString(),
    url: await previewUrl(context, token, item),
    at: shownTime.at?.toISOString() ?? null,
    release: shownTime.release,
  };
}

interface Admission {
  system: SystemDb;
  previews: PreviewTokens;
  now: Date;
}

/**
 * Admits a preview token to its project, with read access only. The token of a member is valid while they are a member
 * and have the same session. @throws invalid_preview_token
 */
export async function admitPreview(
  admission: Admission,
  token: string,
  address: string,
): Promise<AdmittedRequest> {
  const { system, previews, now } = admission;
  const access = previews.read(token, now);
  if (access === null) throw apiError('invalid_preview_token', {});
  if ('linkId' in access) return admitLink(admission, access, address);
  const db = system.project(access.projectId);
  const [{ project, moment }, member] = await Promise.all([
    findProjectNow(db),
    findActiveMember(db, access.userId, { session: access.session, now }),
  ]);
  if (project === null || member === null) throw apiError('invalid_preview_token', {});
  const grant = grantOf(member.role, member.grant);
  const caller = { ...reader, keyId: `preview/${project.id}`, expiresAt: access.expiresAt, address, grant };
  const { at, release } = access;
  const drafts = at === null ? 'all' : 'none';
  return { caller, project, at: moment, preview: { kind: 'member', item: null, drafts, at, release } };
}

/** Returns the project and the moment of that read, so that the rest of the request needs no other read of it. */
function findProjectNow(db: ProjectDb) {
  return inSnapshot(db.system, null, async (session) => {
    const project = await findProjectInfo(db.within(session));
    return { project, moment: snapshotTimeOf(session) };
  });
}

const reader = { kind: 'reader', purpose: 'secret', name: 'preview' } as const;

/**
 * Admits a share link. It is valid while it is stored and its creator may create links.
 * @throws invalid_preview_token
 */
async function admitLink(
  { system, now }: Admission,
  { projectId, linkId, expiresAt }: LinkPreview,
  address: string,
): Promise<AdmittedRequest> {
  const db = system.project(projectId);
  const [{ project, moment }, link] = await Promise.all([findProjectNow(db), findLink(db, linkId, now)]);
  if (project === null || link === null) throw apiError('invalid_preview_token', {});
  const grant = link.created_by === null ? null : await creatorGrant(db, link.created_by.id, now);
  runInBackground('use of a preview link', () => storeUse(db, link, now));
  const { item, drafts, at, release } = link;
  const caller = { ...reader, keyId: linkId, expiresAt, address, grant };
  return { caller, project, at: moment, preview: { kind: 'link', item, drafts, at, release } };
}

/** The present rights of the member who created a link. @throws invalid_preview_token if they can't create links */
async function creatorGrant(db: ProjectDb, userId: string, now: Date): Promise<Grant | null> {
  const member = await findActiveMember(db, userId, { session: null, now });
  const grant = member === null ? undefined : grantOf(member.role, member.grant);
  if (grant === undefined || !may(grant, 'draft')) throw apiError('invalid_preview_token', {});
  return grant;
}

/** Describes the access that the credential of the request gives. */
export async function describeSession(context: ProjectContext): Promise<PreviewSession> {
  const { caller, project, preview, baseUrl } = context;
  return {
    kind: preview?.kind ?? (caller?.kind === 'key' ? 'key' : 'member'),
    project: { id: project.id, name: project.name },
    expires_at: caller?.expiresAt?.toISOString() ?? null,
    drafts: preview?.drafts ?? 'all',
    item: preview?.item ?? null,
    at: preview?.at?.toISOString() ?? null,
    release: await servedRelease(context),
    dashboard: new URL(baseUrl).origin,
  };
}

/** The release of the token; null without one, and if it was deleted. */
async function servedRelease({ db, project, preview }: ProjectContext): Promise<PreviewSession['release']> {
  const id = preview?.release ?? null;
  if (id === null) return null;
  const release = await findRelease(db, id);
  return release === null ? null : { id, name: release.name, default: id === project.defaultReleaseId };
}
