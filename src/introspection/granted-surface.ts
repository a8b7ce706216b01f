import { type Area, areas, type Grant, findMissing } from '../contract/access.ts';
import type { ProjectContext, Surface } from '../core/context/index.ts';
import { writesBeyondLocales } from '../core/http/index.ts';
import { listReleases, type Release } from '../lifecycle/index.ts';

/** Returns the limits of the request's key; null for keys without limits and for members. */
export function keyGrant({ caller }: Pick<ProjectContext, 'caller'>): Grant | null {
  return caller?.kind === 'key' ? caller.grant : null;
}

/** Returns the routes and modules within a grant (specification: access). */
export function grantedSurface(surface: Surface, grant: Grant | null): Surface {
  if (grant === null) return surface;
  return {
    routes: surface.routes.filter((route) => {
      const { needs: permission, area } = route;
      const need = { permission, isShared: writesBeyondLocales(route) };
      return findMissing(grant, area === 'any' ? need : { ...need, area }) === null;
    }),
    modules: Object.fromEntries(
      Object.entries(surface.modules).filter(
        ([name]) => !isArea(name) || grant.areas?.includes(name) !== false,
      ),
    ),
  };
}

/** Returns the releases that the caller can see: none without the area "project". */
export async function grantedReleases(context: ProjectContext): Promise<Release[]> {
  const isOutside = context.db.narrowing?.areas?.includes('project') === false;
  return isOutside ? [] : (await listReleases(context)).data;
}

function isArea(name: string): name is Area {
  return areas.some((area) => area === name);
}
