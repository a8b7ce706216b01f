/** One import of a planted tree: from a file, to a file or a package, for its values unless `typesOnly`. */
export interface Edge {
  from: string;
  to: string;
  typesOnly?: true;
}

interface Planted {
  /** Imports that the rule reports, and no other rule does. */
  breaches: readonly Edge[];
  /** Imports beside them that no rule reports. */
  permitted: readonly Edge[];
}

const machines = [
  'koa',
  '@koa/bodyparser',
  'minio',
  'aws4',
  'agenda',
  '@agendajs/mongo-backend',
  'mongodb',
  'rate-limiter-flexible',
  'prom-client',
];

/** For each rule of dependency-rules.cjs what it refuses and what it leaves alone. `beans` and `peas` are features. */
export const planted: Readonly<Record<string, Planted>> = {
  'no-cycles': {
    // A cycle is reported once, at the first of its files.
    breaches: [{ from: 'src/beans/values.ts', to: 'src/beans/write.ts' }],
    permitted: [
      { from: 'src/beans/write.ts', to: 'src/beans/values.ts' },
      { from: 'src/beans/write.ts', to: 'src/beans/serialize.ts' },
    ],
  },
  'contract-is-pure': {
    breaches: [
      { from: 'src/contract/text/words.ts', to: 'src/core/settings/config.ts' },
      { from: 'src/contract/text/words.ts', to: 'src/core/util/clock.ts' },
      { from: 'src/contract/text/words.ts', to: 'src/beans/schema.ts', typesOnly: true },
    ],
    permitted: [{ from: 'src/contract/text/words.ts', to: 'src/contract/ids.ts' }],
  },
  'platform-knows-no-feature': {
    breaches: [
      { from: 'src/core/http/pipeline/application.ts', to: 'src/beans/service.ts' },
      { from: 'src/core/http/pipeline/application.ts', to: 'src/core/settings/config.ts', typesOnly: true },
    ],
    permitted: [
      { from: 'src/core/http/pipeline/application.ts', to: 'src/contract/ids.ts' },
      { from: 'src/core/http/pipeline/application.ts', to: 'src/core/util/clock.ts' },
    ],
  },
  'features-meet-at-their-fronts': {
    breaches: [
      { from: 'src/beans/service.ts', to: 'src/peas/write.ts' },
      { from: 'src/beans/service.ts', to: 'src/peas/repository.ts', typesOnly: true },
    ],
    permitted: [
      { from: 'src/beans/service.ts', to: 'src/peas/service.ts' },
      { from: 'src/beans/service.ts', to: 'src/peas/schema.ts' },
      { from: 'src/beans/service.ts', to: 'src/beans/repository.ts' },
    ],
  },
  'features-start-nothing': {
    breaches: [
      { from: 'src/peas/start.ts', to: 'src/features.ts' },
      { from: 'src/peas/start.ts', to: 'src/server/app.ts' },
      { from: 'src/peas/start.ts', to: 'src/core/settings/config.ts', typesOnly: true },
    ],
    permitted: [
      { from: 'src/server/app.ts', to: 'src/beans/service.ts' },
      { from: 'src/server/app.ts', to: 'src/core/settings/config.ts' },
      { from: 'src/cli/serve.ts', to: 'src/server/app.ts' },
    ],
  },
  'settings-come-first': {
    breaches: [
      { from: 'src/core/settings/config.ts', to: 'src/server/start/serve.ts' },
      { from: 'src/core/settings/config.ts', to: 'src/beans/service.ts', typesOnly: true },
    ],
    permitted: [
      { from: 'src/core/settings/config.ts', to: 'src/contract/ids.ts' },
      { from: 'src/core/settings/config.ts', to: 'src/core/util/clock.ts' },
    ],
  },
  'root-only-starts': {
    breaches: [{ from: 'src/server/app.ts', to: 'src/start.ts' }],
    permitted: [
      { from: 'src/server/app.ts', to: 'src/features.ts' },
      { from: 'src/main.ts', to: 'src/server/app.ts' },
    ],
  },
  'features-are-listed-once': {
    breaches: [{ from: 'src/server/assembly.ts', to: 'src/beans/feature.ts' }],
    permitted: [
      { from: 'src/features.ts', to: 'src/beans/feature.ts' },
      { from: 'src/beans/feature.ts', to: 'src/core/context/feature.ts' },
    ],
  },
  'the-database-has-a-keeper': {
    breaches: [
      { from: 'src/beans/repository.ts', to: 'src/core/mongo/connection/database.ts' },
      { from: 'src/start.ts', to: 'src/core/mongo/connection/database.ts' },
      { from: 'src/core/http/pipeline/application.ts', to: 'src/core/mongo/connection/database.ts' },
    ],
    permitted: [
      { from: 'src/core/mongo/scope/scoped.ts', to: 'src/core/mongo/connection/database.ts' },
      { from: 'src/platform/jobs/queue.ts', to: 'src/core/mongo/connection/database.ts' },
    ],
  },
  'all-projects-for-a-reason': {
    breaches: [{ from: 'src/beans/repository.ts', to: 'src/core/mongo/scope/unscoped.ts' }],
    permitted: [{ from: 'src/projects/project/repository.ts', to: 'src/core/mongo/scope/unscoped.ts' }],
  },
  'beyond-grants-for-a-reason': {
    breaches: [{ from: 'src/beans/write.ts', to: 'src/core/mongo/scope/whole.ts' }],
    permitted: [{ from: 'src/modules/articles/counts.ts', to: 'src/core/mongo/scope/whole.ts' }],
  },
  'repositories-open-collections': {
    breaches: [{ from: 'src/beans/write.ts', to: 'src/core/mongo/scope/scoped.ts' }],
    permitted: [
      { from: 'src/beans/repository.ts', to: 'src/core/mongo/scope/scoped.ts' },
      { from: 'src/beans/page-repository.ts', to: 'src/core/mongo/scope/scoped.ts' },
      { from: 'src/beans/service.ts', to: 'src/core/mongo/scope/scoped.ts', typesOnly: true },
    ],
  },
  'routes-skip-no-layer': {
    breaches: [
      { from: 'src/beans/routes.ts', to: 'src/beans/repository.ts' },
      { from: 'src/beans/routes.ts', to: 'src/beans/serialize.ts' },
    ],
    permitted: [{ from: 'src/beans/routes.ts', to: 'src/beans/service.ts' }],
  },
  'only-platform-speaks-to-machines': {
    breaches: machines.map((to) => ({ from: 'src/beans/service.ts', to })),
    permitted: [
      ...machines.map((to) => ({ from: 'src/platform/clients.ts', to })),
      { from: 'src/beans/repository.ts', to: 'mongodb', typesOnly: true },
      { from: 'src/cli/serve.ts', to: 'mongodb' },
    ],
  },
  'agents-have-no-way-of-their-own': {
    breaches: [
      { from: 'src/mcp/tools/pick.ts', to: 'src/beans/service.ts' },
      { from: 'src/mcp/tools/pick.ts', to: 'src/core/context/call.ts' },
    ],
    permitted: [
      { from: 'src/mcp/tools/pick.ts', to: 'src/contract/text/words.ts' },
      { from: 'src/mcp/tools/pick.ts', to: 'src/platform/http/answers.ts' },
      { from: 'src/mcp/tools/pick.ts', to: 'src/server/mcp/words.ts' },
    ],
  },
  'the-protocol-has-one-door': {
    breaches: [
      { from: 'src/process/web.ts', to: '@modelcontextprotocol/server' },
      { from: 'src/beans/service.ts', to: 'light-my-request' },
    ],
    permitted: [{ from: 'src/server/mcp/protocol/protocol.ts', to: '@modelcontextprotocol/server' }],
  },
  'dashboard-runs-only-the-contract': {
    breaches: [{ from: 'dashboard/src/app/shell.tsx', to: 'src/beans/schema.ts' }],
    permitted: [
      { from: 'dashboard/src/app/shell.tsx', to: 'src/contract/ids.ts' },
      { from: 'dashboard/src/app/router.ts', to: 'src/beans/schema.ts', typesOnly: true },
    ],
  },
  'dashboard-knows-forms-only': {
    breaches: [{ from: 'dashboard/src/app/shell.tsx', to: 'src/beans/service.ts', typesOnly: true }],
    permitted: [{ from: 'dashboard/src/app/shell.tsx', to: 'src/peas/schema.ts', typesOnly: true }],
  },
  'screens-stand-alone': {
    breaches: [{ from: 'dashboard/src/screens/beans/screen.tsx', to: 'dashboard/src/screens/peas/row.tsx' }],
    permitted: [
      { from: 'dashboard/src/screens/beans/screen.tsx', to: 'dashboard/src/screens/beans/row.tsx' },
      { from: 'dashboard/src/screens/beans/screen.tsx', to: 'dashboard/src/components/table.tsx' },
    ],
  },
  'components-know-no-screen': {
    breaches: [
      { from: 'dashboard/src/components/table.tsx', to: 'dashboard/src/screens/peas/row.tsx' },
      { from: 'dashboard/src/components/table.tsx', to: 'dashboard/src/app/session.ts' },
      { from: 'dashboard/src/api/calls.ts', to: 'dashboard/src/app/session.ts' },
    ],
    permitted: [
      { from: 'dashboard/src/components/table.tsx', to: 'dashboard/src/api/calls.ts' },
      { from: 'dashboard/src/app/router.ts', to: 'dashboard/src/screens/peas/row.tsx' },
    ],
  },
  'packages-stand-alone': {
    breaches: [
      { from: 'client/src/track.ts', to: 'src/beans/schema.ts' },
      { from: 'packages/astro/src/main.ts', to: 'src/beans/schema.ts' },
    ],
    permitted: [
      { from: 'packages/astro/src/main.ts', to: 'packages/astro/src/links.ts' },
      { from: 'packages/astro/src/main.ts', to: 'galley-client' },
    ],
  },
  'nothing-imports-tests': {
    breaches: [
      { from: 'src/beans/service.ts', to: 'test/support/clock.ts' },
      { from: 'src/start.ts', to: 'bench/load.ts' },
    ],
    permitted: [{ from: 'dev/server/main.ts', to: 'test/support/clock.ts' }],
  },
  'service-needs-no-developer': {
    breaches: [{ from: 'src/start.ts', to: 'dev/server/embedded.ts' }],
    permitted: [{ from: 'dev/server/main.ts', to: 'src/start.ts' }],
  },
};
