/** The import rules of src/, dev/, dashboard/src/ and the packages. `npm run check:imports` checks them. */

/** The modules of src/. A module imports only modules before it. */
const modules = [
  'contract',
  'core',
  'projects',
  'lifecycle',
  'content',
  'modules',
  'accounts',
  'delivery',
  'dashboard',
  'introspection',
  'transfer',
  'seeds',
  'server',
  'cli',
];

/** Files of core that other modules import by file, because rules below say which files may. */
const restricted = '^src/core/mongo/(scope/(scoped|unscoped|whole)|connection/database)\\.ts$';

const layers = modules.slice(0, -1).map((module, i) => ({
  name: 'modules-in-order',
  comment: 'A module imports only the modules before it in the list above.',
  severity: 'error',
  from: { path: `^src/${module}/` },
  to: { path: `^src/(${modules.slice(i + 1).join('|')})/` },
}));

/** Files that open collections without a project (core/mongo/scope/unscoped.ts), each with its reason. */
const acrossProjects = [
  ['projects/project/(audit-)?repository\\.ts', 'projects themselves'],
  ['accounts/keys/(lookup/lookup-)?repository\\.ts', 'a key is found before its project is known'],
  [
    'accounts/users/((session|second-factor)-)?repository\\.ts',
    'people and their sessions belong to no project',
  ],
  [
    'accounts/sign-in/(challenge|second-factor/ticket|links/link|set-up/set-up-token)-repository\\.ts',
    'links, tickets, challenges and set-up tokens belong to no project',
  ],
  ['accounts/sso/identity-repository\\.ts', 'people at issuers belong to no project'],
  ['accounts/passkeys/repository\\.ts', 'passkeys belong to people'],
  ['delivery/queue/((queue|purge)-)?repository\\.ts', 'one worker sends for all projects'],
  ['delivery/webhooks/(target-)?repository\\.ts', 'the worker looks for queues of all projects'],
  ['projects/events/repository\\.ts', 'the watcher reads the events of all projects'],
  ['projects/audit/(seals/)?repository\\.ts', 'accounts and sign-ins belong to no project'],
  ['projects/invalidations/repository\\.ts', 'rows of all projects expire by age'],
  [
    'content/entries/store/queries/(derived|due)-repository\\.ts',
    'the timer reads what is due, and a migration derives keys, in all projects',
  ],
  ['modules/articles/store/(locale-)?repository\\.ts', 'the timer reads what is due in all projects'],
  ['content/types/(blocks/)?repository\\.ts', 'a job settles the types and blocks of all projects'],
  ['content/media/((orphaned-objects|trash)/)?repository\\.ts', 'the sweep of files covers all projects'],
  ['lifecycle/releases/(copy/copy-)?repository\\.ts', 'jobs end clones and delete orphans of all projects'],
  ['dashboard/presence/repository\\.ts', 'a person who is erased was in several projects'],
  [
    'dashboard/preview/link-repository\\.ts',
    'a link is revoked by its ID, and a person who is erased made links',
  ],
  ['lifecycle/trash/repository\\.ts', 'a job deletes expired items of all projects'],
  ['core/jobs/leased-rows\\.ts', 'runners take the long work of all projects in turn'],
  ['transfer/backups/repository\\.ts', 'one worker backs up all projects'],
  ['dashboard/search/indexing/index-repository\\.ts', 'one process indexes the changes of all projects'],
  ['lifecycle/versions/repository\\.ts', 'a person who is renamed wrote in several projects'],
  [
    'dashboard/comments/repository\\.ts',
    'a person who is renamed commented in several projects, and a job deletes orphans of all projects',
  ],
  ['dashboard/notifications/repository\\.ts', 'a person who is erased was notified in several projects'],
  ['dashboard/usage/repository\\.ts', 'one process counts for all projects'],
  ['dashboard/digests/repository\\.ts', 'a person gets one e-mail about all projects'],
  ['dashboard/reviews/repository\\.ts', 'a person who is renamed reviewed in several projects'],
];

/** Files that read more than the caller's grant allows (core/mongo/scope/whole.ts), each with its reason. */
const beyondGrants = [
  ['core/context/request-context\\.ts', 'the service itself has no caller'],
  [
    'content/types/(lookup|blocks/define|definition/define|definition/delete)\\.ts',
    'limits and names cover all types',
  ],
  ['content/types/settle/stale-rows\\.ts', 'a block changes types that its caller cannot see'],
  ['modules/articles/counts\\.ts', 'authors and categories show the number of all their articles'],
  [
    'modules/articles/(uses|write/write)\\.ts',
    'every link protects from deletion, and limits count every article',
  ],
  [
    'content/entries/read/(referring|referrers)\\.ts',
    'every link protects from deletion, and hidden ones are counted',
  ],
  [
    'content/media/(used-by|editor/uses)\\.ts',
    'events name every page, and a file is unused only when nothing uses it',
  ],
  [
    'lifecycle/notifications/repository\\.ts',
    'a change notifies members whose access is wider than that of the caller',
  ],
  ['lifecycle/comments/repository\\.ts', 'counts read an index only, for items that the caller sees'],
  ['dashboard/comments/(items|service)\\.ts', 'a thread outside of the grant is rejected by its id'],
  ['dashboard/reviews/items\\.ts', 'an item outside of the grant is rejected by its id'],
  ['lifecycle/trash/service\\.ts', 'the trash of a project has one limit'],
  ['lifecycle/releases/copy/locale-rows-repository\\.ts', 'a limit counts the rows of all types'],
];

module.exports = {
  forbidden: [
    ...layers,
    {
      name: 'modules-meet-at-index',
      comment:
        'Other modules import index.ts, so that the files of a module can change freely. The contract is imported by file; core has an index.ts in each folder.',
      severity: 'error',
      from: { path: `^src/(${modules.join('|')})/` },
      to: {
        path: '^src/',
        pathNot: [
          '^src/$1/',
          '^src/contract/',
          '^src/core/[a-z]+/index\\.ts$',
          '^src/[a-z]+/index\\.ts$',
          '^src/[^/]+\\.ts$',
          restricted,
        ],
      },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle means that two files are one idea or that a third is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'settings-are-passed-in',
      comment: 'Only what starts a process reads settings; all other code receives values.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(core/settings|server|cli)/' },
      to: { path: '^src/core/settings/' },
    },
    {
      name: 'unscoped-for-a-reason',
      comment: 'A file that opens collections without a project is in the list above, with the reason.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/core/mongo/', ...acrossProjects.map(([file]) => `^src/${file}$`)],
      },
      to: { path: '^src/core/mongo/scope/unscoped\\.ts$' },
    },
    {
      name: 'whole-for-a-reason',
      comment: 'A file that reads more than the grant allows is in the list above, with the reason.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/core/mongo/', ...beyondGrants.map(([file]) => `^src/${file}$`)],
      },
      to: { path: '^src/core/mongo/scope/whole\\.ts$' },
    },
    {
      name: 'repositories-open-collections',
      comment: 'Queries are next to the declaration of their collection and its indexes.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/core/', '[/-]repository\\.ts$'] },
      to: { path: '^src/core/mongo/scope/(scoped|unscoped)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'database-in-core',
      comment: 'The driver’s own database separates no projects. Agenda needs it for its jobs.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/core/(mongo|jobs|counters)/' },
      to: { path: '^src/core/mongo/connection/database\\.ts$' },
    },
    {
      name: 'routes-skip-no-layer',
      comment: 'A route is data and one call; queries and responses are the service’s work.',
      severity: 'error',
      from: { path: '/routes\\.ts$', pathNot: '^src/core/' },
      to: { path: '/(repository|serialize)\\.ts$' },
    },
    {
      name: 'server-libraries-in-core',
      comment:
        'Each library is used in one place, so that a new major version is one change. Types are free.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(core|cli)/' },
      to: {
        path: 'node_modules/(koa|@koa|minio|aws4|agenda|@agendajs|mongodb|rate-limiter-flexible|prom-client)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'dashboard-imports-contract',
      comment: 'The browser gets only pure code; the dashboard may use types of a schema.ts.',
      severity: 'error',
      from: { path: '^dashboard/src/' },
      to: { path: '^src/', pathNot: '^src/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'dashboard-imports-schemas',
      comment: 'The dashboard knows the shapes of the API, not the code behind it.',
      severity: 'error',
      from: { path: '^dashboard/src/' },
      to: { path: '^src/', pathNot: ['^src/contract/', 'schema\\.ts$'] },
    },
    {
      name: 'screens-stand-alone',
      comment: 'Each screen is loaded separately; what two screens share is a component.',
      severity: 'error',
      from: { path: '^dashboard/src/screens/([a-z-]+)/' },
      to: { path: '^dashboard/src/screens/', pathNot: '^dashboard/src/screens/$1/' },
    },
    {
      name: 'components-know-no-screen',
      comment: 'A component or feature that imports a screen serves only that screen.',
      severity: 'error',
      from: { path: '^dashboard/src/(components|features|api)/' },
      to: { path: '^dashboard/src/(app|screens)/' },
    },
    {
      name: 'packages-stand-alone',
      comment: 'Packages are installed without the service.',
      severity: 'error',
      from: { path: '^packages/[a-z-]+/src/' },
      to: { path: '^(src|dev|dashboard|test)/' },
    },
    {
      name: 'product-without-tests-and-tools',
      comment: 'src is compiled and shipped without test, bench and dev.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|dev)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
