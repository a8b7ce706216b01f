import { type Area, areas, type Grant, findMissing } from '../contract/access.ts';
import type { ProjectContext, Surface } from '../core/context/index.ts';
import { listReleases, type Release } from '../lifecycle/index.ts';

/** What the key of a call was narrowed to; null for whole keys, and for members, who see what every member sees. */
export function keyGrant({ caller }: Pick<ProjectContext, 'caller'>): Grant | null {
  return caller?.kind === 'key' ? caller.grant : null;
}

/** What of the service a narrowed caller can use: the routes and the modules inside of the grant (specification: access). */
export function grantedSurface(surface: Surface, grant: Grant | null): Surface {
  if (grant === null) return surface;
  return {
    routes: surface.routes.filter(({ needs: permission, area }) => {
      return findMissing(grant, area === 'any' ? { permission } : { permission, area }) === null;
    }),
    modules: Object.fromEntries(
      Object.entries(surface.modules).filter(
        ([name]) => !isArea(name) || grant.areas?.includes(name) !== false,
      ),
    ),
  };
}

/** The releases that the caller sees: none without the area that they are part of. */
export async function grantedReleases(context: ProjectContext): Promise<Release[]> {
  const isOutside = context.db.narrowing?.areas?.includes('project') === false;
  return isOutside ? [] : (await listReleases(context)).data;
}

function isArea(name: string): name is Area {
  return areas.some((area) => area === name);
}
