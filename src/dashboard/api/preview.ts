import { grantOf } from '../../contract/access.ts';
import { apiError, type ApiError } from '../../contract/errors/api-error.ts';
import type { AdmittedRequest, MemberContext } from '../../core/http/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { type PreviewTokens } from '../../core/context/index.ts';
import { findProjectInfo } from '../../lifecycle/index.ts';
import { findProject, writeProject } from '../../projects/index.ts';
import { findMember, isSessionOpen, sessionName } from '../../accounts/index.ts';
import { previewUrlOf } from './preview-url.ts';
import type { AskPreview, Preview } from './schema.ts';

const minuteMs = 60_000;
const minutesMax = 60;

/** Makes a token that opens the drafts of the project, and the site's address for an item when there is one. */
export async function openPreview(
  context: MemberContext,
  { minutes = minutesMax, item }: AskPreview,
): Promise<Preview> {
  const { db, now, tools, person } = context;
  await writeProject(context, async (tx) =>
    tx.stored({ action: 'preview.opened', subject: { kind: 'preview', id: item?.id ?? db.projectId } }),
  );
  const expiresAt = new Date(now.getTime() + minutes * minuteMs);
  const made = { userId: person.id, session: sessionName(person.sessionId) };
  const token = tools.previews.sign({ projectId: db.projectId, expiresAt, ...made });
  const template = (await findProject(db))?.settings.preview_url;
  const places = { type: item?.type ?? '', id: item?.id ?? '', slug: item?.slug ?? '', token };
  return {
    token,
    expires_at: expiresAt.toISOString(),
    url: template === undefined || item === undefined ? null : previewUrlOf(template, places),
  };
}

/**
 * Opens the project of a token, for reading alone, while the person who made it is a member and signed in as then.
 * @throws invalid_preview_token
 */
export async function admitPreview(
  { system, previews, now }: { system: SystemDb; previews: PreviewTokens; now: Date },
  token: string,
  address: string,
): Promise<AdmittedRequest> {
  const grant = previews.read(token, now);
  if (grant === null) throw invalidToken(token);
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
    expiresAt: null,
    address,
    grant: grantOf(member.role, member.grant),
  } as const;
  return { caller, project, at: null };
}

/** The API keys that begin like this read published content alone. */
const keyForm = /^[sp]k_/;

function invalidToken(token: string): ApiError {
  return apiError('invalid_preview_token', { isKey: keyForm.test(token), isMissing: token === '' });
}
