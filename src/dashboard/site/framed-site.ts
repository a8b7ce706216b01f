import type { Context } from 'koa';
import { type Person, readCookie } from '../../core/http/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { findProject } from '../../projects/index.ts';
import { previewOriginOf } from '../preview/preview-url.ts';
import type { FindFramedOrigin } from './service.ts';

/** The documents that show the site of a project in a frame. */
const framingPath = /^\/dashboard\/p\/([\w-]+)\/(?:live\/.+|site)$/;

interface FramingDeps {
  system: SystemDb;
  baseUrl: string;
  findPerson: (token: string) => Promise<Person | null>;
  /** @throws if the person isn't a member who can read the project */
  admitMember: (person: Person, projectId: string, ctx: Context) => Promise<unknown>;
}

/**
 * Finds the origin of a project's preview URL for the documents of its live preview, for members only. Other people
 * don't learn the site of a project.
 */
export function framedOrigins({ system, baseUrl, findPerson, admitMember }: FramingDeps): FindFramedOrigin {
  return async (ctx) => {
    const [, projectId] = framingPath.exec(ctx.path) ?? [];
    const token = readCookie(ctx, 'session', baseUrl);
    if (projectId === undefined || token === null) return null;
    const person = await findPerson(token);
    if (person === null) return null;
    const isMember = await admitMember(person, projectId, ctx).then(
      () => true,
      () => false,
    );
    const settings = isMember ? (await findProject(system.project(projectId)))?.settings : undefined;
    const origin = previewOriginOf(settings?.preview_url ?? '');
    return origin === new URL(baseUrl).origin ? null : origin;
  };
}
