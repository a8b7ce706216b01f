import { ExportedHistory } from '../content/index.ts';
import { pageKinds } from '../contract/fields/links.ts';
import type { ThreadRecord, TrashRecord, VersionRecord } from '../lifecycle/index.ts';
import { foldMigration, rebuildSearchText } from './start/fold-migration.ts';
import type {
  ExportPart,
  Feature,
  ImageUser,
  JobParts,
  LinkSources,
  LocaleSweep,
  TranslationKind,
  Modules,
  PersonEraser,
  ProjectParts,
  SecretRenewer,
  ScheduledKind,
  Surface,
  TrashKind,
} from '../core/context/index.ts';
import type { DashboardRoute, Route } from '../core/http/index.ts';
import type { Job } from '../core/jobs/index.ts';
import type { AnyCollection, DatabaseDeclaration } from '../core/mongo/index.ts';
import { serviceVersion } from '../core/util/index.ts';

/** Everything that the features declare, for the service and the command line. */
export interface Assembly {
  /** Routes and resources of the API, as documents and introspection list them. */
  readonly surface: Surface;
  readonly dashboardRoutes: readonly DashboardRoute[];
  /** Every collection with its indexes, and the migrations. */
  readonly declared: DatabaseDeclaration;
  /** Collections that can be sharded by `project_id` (docs/run/scaling.md). */
  readonly shardable: readonly AnyCollection[];
  /** The parts of an export. */
  readonly projectParts: ProjectParts;
  readonly linkSources: LinkSources;
  readonly scheduledKinds: readonly ScheduledKind[];
  readonly translationKinds: readonly TranslationKind[];
  readonly trashKinds: readonly TrashKind[];
  readonly localeSweeps: readonly LocaleSweep[];
  readonly personErasers: readonly PersonEraser[];
  readonly secretRenewers: readonly SecretRenewer[];
  jobs(parts: JobParts): Job[];
}

/** The first modules in documents. Others follow in the order of their features. */
const firstModules = ['blog', 'kb', 'authors', 'media'];

/** Puts the features together. @throws Error if they conflict */
export function assemble(features: readonly Feature[]): Assembly {
  const collections = features.flatMap((feature) => feature.collections ?? []);
  const links = features.flatMap((feature) => feature.links ?? []);
  const trashKinds = features.flatMap((feature) => feature.trash ?? []);
  const startRestoreJob = only(features, 'startRestoreJob');
  const localeSweeps = localeSweepsOf(features);
  const migrations = [...features.flatMap((feature) => feature.migrations ?? []), foldMigration];
  const projectParts = projectPartsOf(features);
  rejectDuplicates(
    'collection',
    collections.map(({ collection }) => collection.name),
  );
  rejectDuplicates(
    'link source',
    links.map(({ kind }) => kind),
  );
  rejectDuplicates(
    'migration',
    migrations.map(({ number }) => String(number)),
  );
  return {
    surface: surfaceOf(features),
    dashboardRoutes: features.flatMap(({ dashboardRoutes: own = [] }) =>
      typeof own === 'function' ? own({ trashKinds, startRestoreJob }) : own,
    ),
    declared: {
      build: serviceVersion,
      collections: collections.map(({ collection }) => collection),
      migrations,
    },
    shardable: collections.filter((one) => one.mayBeSharded).map(({ collection }) => collection),
    projectParts,
    linkSources: {
      links,
      images: only(features, 'images'),
      entries: only(features, 'entries'),
      imageUsers: features.flatMap((feature) => feature.imageUsers ?? []).sort(byPages),
      referrers: features.flatMap((feature) => feature.referrers ?? []),
    },
    trashKinds,
    localeSweeps,
    secretRenewers: features.flatMap((feature) => feature.renewSecrets ?? []),
    personErasers: features.flatMap((feature) => feature.erasePerson ?? []),
    scheduledKinds: features.flatMap((feature) => feature.scheduled ?? []),
    translationKinds: features.flatMap((feature) => feature.translations ?? []),
    jobs: (parts) =>
      features.flatMap(
        (feature) =>
          feature.jobs?.({ ...parts, trashKinds, startRestoreJob, localeSweeps, projectParts }) ?? [],
      ),
  };
}

/** The endpoints that describe all others receive the list that contains themselves. */
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

function localeSweepsOf(features: readonly Feature[]): LocaleSweep[] {
  return features.flatMap((feature) => feature.localeSweeps ?? []);
}

function projectPartsOf(features: readonly Feature[]): ProjectParts {
  return {
    carried: partsOf(features),
    historyForms(db, releases) {
      const history = new ExportedHistory(db, releases);
      return {
        versions: (row) => history.version(row as unknown as VersionRecord),
        trash: (row) => history.trash(row as unknown as TrashRecord),
        comments: (row) => history.thread(row as unknown as ThreadRecord),
      };
    },
    async renew(db, { locales: { list }, reviewIntervalDays, now }) {
      await rebuildSearchText(db.system, db.projectId);
      if (list.length < 2) return;
      for (const { rebuild } of localeSweepsOf(features))
        await rebuild?.(db, { list, reviewIntervalDays, now });
    },
  };
}

function partsOf(features: readonly Feature[]): ExportPart[] {
  const parts = features
    .flatMap((feature) => feature.collections ?? [])
    .flatMap((one) =>
      'exported' in one ? [{ name: one.collection.name, collection: one.collection, ...one.exported }] : [],
    );
  return [...parts.filter(({ isFirst }) => isFirst), ...parts.filter(({ isFirst }) => !isFirst)];
}

/** @throws Error if two features declare the same name */
function rejectDuplicates(what: string, names: readonly string[]): void {
  const duplicate = names.find((name, i) => names.indexOf(name) !== i);
  if (duplicate !== undefined) throw new Error(`two features bring the ${what} ${duplicate}`);
}

/** The part that exactly one feature must declare. */
function only<K extends 'images' | 'entries' | 'startRestoreJob'>(
  features: readonly Feature[],
  key: K,
): NonNullable<Feature[K]> {
  const [declared, ...others] = features.flatMap((feature) => feature[key] ?? []);
  if (declared === undefined || others.length > 0) throw new Error(`exactly one feature must bring ${key}`);
  return declared;
}

/** Sorts by the order in which `used_by` lists kinds of pages. */
function byPages(a: ImageUser, b: ImageUser): number {
  const rank = ({ pages }: ImageUser) => Math.min(...pages.map((page) => pageKinds.indexOf(page)));
  return rank(a) - rank(b);
}
