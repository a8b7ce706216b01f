import { grantOf } from '../../contract/access.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { AdmittedRequest, MemberContext } from '../../core/http/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import type { PreviewTokens, ProjectContext } from '../../core/context/index.ts';
import { findProjectInfo } from '../../lifecycle/index.ts';
import { findProject, writeProject } from '../../projects/index.ts';
import { findMember, isSessionOpen, sessionName } from '../../accounts/index.ts';
import { previewUrlOf } from './preview-url.ts';
import type { CreatePreview, Preview, PreviewSession } from './schema.ts';

const minuteMs = 60_000;
const maxMinutes = 60;

/** Creates a token that gives access to drafts, and the site's preview URL for an item. */
export async function openPreview(
  context: MemberContext,
  { minutes = maxMinutes, item }: CreatePreview,
): Promise<Preview> {
  const { db, now, tools, person } = context;
  await writeProject(context, async (tx) =>
    tx.stored({ action: 'preview.opened', subject: { kind: 'preview', id: item?.id ?? db.projectId } }),
  );
  const expiresAt = new Date(now.getTime() + minutes * minuteMs);
  const creator = { userId: person.id, session: sessionName(person.sessionId) };
  const token = tools.previews.sign({ projectId: db.projectId, expiresAt, ...creator });
  const template = (await findProject(db))?.settings.preview_url;
  const placeholders = { type: item?.type ?? '', id: item?.id ?? '', slug: item?.slug ?? '', token };
  return {
    token,
    expires_at: expiresAt.toISOString(),
    url: template === undefined || item === undefined ? null : previewUrlOf(template, placeholders),
  };
}

/**
 * Admits a preview token to its project, with read access only. The token is valid while the person who created it is a
 * member and has the same session. @throws invalid_preview_token
 */
export async function admitPreview(
  { system, previews, now }: { system: SystemDb; previews: PreviewTokens; now: Date },
  token: string,
  address: string,
): Promise<AdmittedRequest> {
  const grant = previews.read(token, now);
  if (grant === null) throw apiError('invalid_preview_token', {});
  const db = system.project(grant.projectId);
  const [project, member, isOpen] = await Promise.all([
    findProjectInfo(db),
    findMember(db, grant.userId),
    isSessionOpen(system, grant, now),
  ]);
  if (project === null || member === null || !isOpen) throw apiError('invalid_preview_token', {});
  const caller = {
    kind: 'reader',
    keyId: `preview/${project.id}`,
    purpose: 'secret',
    name: 'preview',
    expiresAt: grant.expiresAt,
    address,
    grant: grantOf(member.role, member.grant),
  } as const;
  return { caller, project, at: null };
}

/** Describes the access that the credential of the request gives. */
export function describeSession({ caller, project, baseUrl }: ProjectContext): Promise<PreviewSession> {
  return Promise.resolve({
    kind: caller?.kind === 'key' ? 'key' : 'member',
    project: { id: project.id, name: project.name },
    expires_at: caller?.expiresAt?.toISOString() ?? null,
    drafts: 'all',
    dashboard: new URL(baseUrl).origin,
  });
}
