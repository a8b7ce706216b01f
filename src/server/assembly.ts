import { pageKinds } from '../contract/fields/links.ts';
import { foldAnew, rebuildSearchText } from './start/fold-migration.ts';
import type {
  Feature,
  ImageUser,
  JobParts,
  LinkSources,
  Modules,
  PersonEraser,
  ScheduledKind,
  Surface,
  TrashKind,
} from '../core/context/index.ts';
import type { DashboardRoute, Route } from '../core/http/index.ts';
import type { Job } from '../core/jobs/index.ts';
import type { AnyCollection, DatabaseDeclaration } from '../core/mongo/index.ts';
import { serviceVersion } from '../core/util/index.ts';
import type { ExportPart, ProjectParts } from '../transfer/index.ts';

/** What all features bring together: of it the service and the command line are made. */
export interface Assembly {
  /** Routes and resources of the API, as documents and introspection list them. */
  readonly surface: Surface;
  readonly dashboardRoutes: readonly DashboardRoute[];
  /** Every collection, with its indexes and the changes of stored data. */
  readonly declared: DatabaseDeclaration;
  /** Collections that may be sharded by `project_id` (docs/run/scaling.md). */
  readonly shardable: readonly AnyCollection[];
  /** What exports carry. */
  readonly projectParts: ProjectParts;
  readonly linkSources: LinkSources;
  readonly scheduledKinds: readonly ScheduledKind[];
  readonly trashKinds: readonly TrashKind[];
  readonly personErasers: readonly PersonEraser[];
  jobs(parts: JobParts): Job[];
}

/** The modules that clients read first in documents; later ones follow in the order of their features. */
const firstModules = ['blog', 'kb', 'authors', 'media'];

/** Puts the features together. @throws Error when they do not fit together */
export function assemble(features: readonly Feature[]): Assembly {
  const collections = features.flatMap((feature) => feature.collections ?? []);
  const links = features.flatMap((feature) => feature.links ?? []);
  const trashKinds = features.flatMap((feature) => feature.trash ?? []);
  const migrations = [...features.flatMap((feature) => feature.migrations ?? []), foldAnew];
  refuseDoubles(
    'collection',
    collections.map(({ collection }) => collection.name),
  );
  refuseDoubles(
    'link source',
    links.map(({ kind }) => kind),
  );
  refuseDoubles(
    'migration',
    migrations.map(({ number }) => String(number)),
  );
  return {
    surface: surfaceOf(features),
    dashboardRoutes: features.flatMap(({ dashboardRoutes: own = [] }) =>
      typeof own === 'function' ? own({ trashKinds }) : own,
    ),
    declared: {
      build: serviceVersion,
      collections: collections.map(({ collection }) => collection),
      migrations,
    },
    shardable: collections.filter((one) => one.mayBeSharded).map(({ collection }) => collection),
    projectParts: {
      carried: partsOf(features),
      renew: ({ system, projectId }) => rebuildSearchText(system, projectId),
    },
    linkSources: {
      links,
      images: only(features, 'images'),
      entries: only(features, 'entries'),
      imageUsers: features.flatMap((feature) => feature.imageUsers ?? []).sort(byPages),
      referrers: features.flatMap((feature) => feature.referrers ?? []),
    },
    trashKinds,
    personErasers: features.flatMap((feature) => feature.erasePerson ?? []),
    scheduledKinds: features.flatMap((feature) => feature.scheduled ?? []),
    jobs: (parts) => features.flatMap((feature) => feature.jobs?.({ ...parts, trashKinds }) ?? []),
  };
}

/** The endpoints that describe all the others are handed the very list in which they stand. */
function surfaceOf(features: readonly Feature[]): Surface {
  const routes: Route[] = [];
  const surface: Surface = { routes, modules: modulesOf(features) };
  for (const { routes: own = [] } of features)
    routes.push(...(typeof own === 'function' ? own(surface) : own));
  return surface;
}

function modulesOf(features: readonly Feature[]): Modules {
  const modules: Record<string, Modules[string]> = {};
  for (const feature of features)
    for (const [name, resources] of Object.entries(feature.modules ?? {}))
      modules[name] = { ...modules[name], ...resources };
  const rank = (name: string) => (firstModules.includes(name) ? firstModules.indexOf(name) : Infinity);
  const names = Object.keys(modules).sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
  return Object.fromEntries(names.map((name) => [name, modules[name] ?? {}]));
}

function partsOf(features: readonly Feature[]): ExportPart[] {
  const parts = features
    .flatMap((feature) => feature.collections ?? [])
    .flatMap((one) =>
      'exported' in one ? [{ name: one.collection.name, collection: one.collection, ...one.exported }] : [],
    );
  return [...parts.filter(({ isFirst }) => isFirst), ...parts.filter(({ isFirst }) => !isFirst)];
}

/** @throws Error when two features bring the same */
function refuseDoubles(what: string, names: readonly string[]): void {
  const double = names.find((name, i) => names.indexOf(name) !== i);
  if (double !== undefined) throw new Error(`two features bring the ${what} ${double}`);
}

/** What exactly one feature brings. */
function only<K extends 'images' | 'entries'>(features: readonly Feature[], key: K): NonNullable<Feature[K]> {
  const [found, ...others] = features.flatMap((feature) => feature[key] ?? []);
  if (found === undefined || others.length > 0) throw new Error(`exactly one feature must bring ${key}`);
  return found;
}

/** In the order in which `used_by` names the kinds of pages. */
function byPages(a: ImageUser, b: ImageUser): number {
  const rank = ({ pages }: ImageUser) => Math.min(...pages.map((page) => pageKinds.indexOf(page)));
  return rank(a) - rank(b);
}
