/** The direction of imports inside src/, dev/ and dashboard/src/, each rule with its reason. Run by `npm run check:imports`. */
const layers = '^src/(contract|platform|process|settings|cli)/';
const feature = '^src/([a-z-]+)/';

/** The files that open collections across projects (core/mongo/scope/unscoped.ts), each with its reason. */
const acrossProjects = [
  ['projects/(audit-)?repository\\.ts', 'the projects themselves'],
  ['keys/(lookup-)?repository\\.ts', 'a key is found before its project is known'],
  ['users/((session|second-factor)-)?repository\\.ts', 'people and their sessions belong to no project'],
  [
    'sign-in/(second-factor/ticket|link|set-up-token)-repository\\.ts',
    'links, tickets and set-up belong to no project',
  ],
  ['deliveries/((queue|purge)-)?repository\\.ts', 'one worker sends for all projects'],
  ['webhooks/(target-)?repository\\.ts', 'the worker looks for queues of all projects'],
  ['events/repository\\.ts', 'the watcher follows all projects'],
  ['audit/(seals/)?repository\\.ts', 'accounts and sign-ins belong to no project'],
  ['invalidations/repository\\.ts', 'those of all projects are forgotten by age'],
  [
    'entries/(derived-)?repository\\.ts',
    'the timer finds what is due, and a migration derives keys, in all projects',
  ],
  ['articles/repository\\.ts', 'the timer finds what is due in all projects'],
  ['content-types/(blocks/)?repository\\.ts', 'a job settles the types and blocks of all projects'],
  ['media/(orphaned-objects/)?repository\\.ts', 'the sweep of files goes over all projects'],
  ['releases/(copy-)?repository\\.ts', 'jobs end clones and remove orphans of all projects'],
  ['presence/repository\\.ts', 'a person who goes was in several projects'],
  ['trash/repository\\.ts', 'a job removes what has expired in all projects'],
  ['bulk/repository\\.ts', 'a runner takes the bulk changes of all projects in turn'],
  ['versions/repository\\.ts', 'a person who changes their name wrote in several projects'],
];

/** The files that look beyond what their caller was narrowed to (core/mongo/scope/whole.ts), each with its reason. */
const beyondGrants = [
  ['platform/call\\.ts', 'what the service does by itself has no caller'],
  [
    'content-types/(lookup|define|delete)\\.ts',
    'types are kept whole; names and sizes of all of them have a say',
  ],
  ['articles/counts\\.ts', 'authors and categories are served with the number of all their articles'],
  ['articles/(uses|write)\\.ts', 'deletions are refused for every link, limits count every article'],
  ['content/(referring|referrers)\\.ts', 'deletions are refused for every link, hidden ones are counted'],
  ['media/(used-by|editor/uses)\\.ts', 'events name every page, and a file is unused when nothing uses it'],
  ['trash/service\\.ts', 'the trash of a project has one limit'],
];

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle means that two files are one idea or that a third is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contract-is-pure',
      comment: 'What is promised must not depend on how it is kept.',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { path: '^src/', pathNot: '^src/contract/' },
    },
    {
      name: 'platform-knows-no-feature',
      comment:
        'Machines are spoken to in one way by all features; a machine that knows a feature serves only it.',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/', pathNot: '^src/(contract|platform)/' },
    },
    {
      name: 'features-meet-at-their-fronts',
      comment:
        'A feature is reached by its service or schema, so that the rest of its folder can change freely.',
      severity: 'error',
      from: { path: feature, pathNot: layers },
      to: {
        path: '^src/[a-z-]+/',
        pathNot: ['^src/(contract|platform|process|settings)/', '^src/$1/', '/(service|schema)\\.ts$'],
      },
    },
    {
      name: 'features-start-nothing',
      comment:
        'A process is made of features and settings; a feature that imports what starts it cannot run in another. It gets its settings with each call.',
      severity: 'error',
      from: { path: feature, pathNot: layers },
      to: { path: '^src/([^/]+\\.ts$|process/|settings/)' },
    },
    {
      name: 'settings-come-first',
      comment:
        'Settings are read and refused before anything runs, so nothing that runs may be needed for it.',
      severity: 'error',
      from: { path: '^src/settings/' },
      to: { path: '^src/', pathNot: '^src/(contract|platform|settings)/' },
    },
    {
      name: 'root-only-starts',
      comment:
        'At the root lie the program and its list of features. What else belongs to a process lies in src/process/, so that the tree can be read.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main|features)\\.ts$' },
      to: { path: '^src/[^/]+\\.ts$', pathNot: '^src/features\\.ts$' },
    },
    {
      name: 'features-are-listed-once',
      comment:
        'The list of features is the one place that reads manifests; all else is handed what it needs.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/features\\.ts$' },
      to: { path: '^src/.*/feature\\.ts$', pathNot: '^src/platform/feature\\.ts$' },
    },
    {
      name: 'the-database-has-a-keeper',
      comment:
        'In the driver’s own database nothing keeps projects apart. The keeper is platform/mongo; Agenda needs the database for its jobs.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/platform/(mongo|jobs)/' },
      to: { path: '^src/platform/mongo/database\\.ts$' },
    },
    {
      name: 'all-projects-for-a-reason',
      comment: 'Whoever opens a collection across projects stands in the list above, with the reason.',
      severity: 'error',
      from: { path: '^src/', pathNot: acrossProjects.map(([file]) => `^src/${file}$`) },
      to: { path: '^src/platform/mongo/unscoped\\.ts$' },
    },
    {
      name: 'beyond-grants-for-a-reason',
      comment:
        'Whoever looks beyond what a caller was narrowed to stands in the list above, with the reason.',
      severity: 'error',
      from: { path: '^src/', pathNot: beyondGrants.map(([file]) => `^src/${file}$`) },
      to: { path: '^src/platform/mongo/whole\\.ts$' },
    },
    {
      name: 'repositories-open-collections',
      comment:
        'Queries stand beside the declaration of their collection, so that indexes and questions meet.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/platform/', '[/-]repository\\.ts$'] },
      to: {
        path: '^src/platform/mongo/(scoped|unscoped)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'routes-skip-no-layer',
      comment: 'A route is data and one call; a route that queries is a service in disguise.',
      severity: 'error',
      from: { path: '/routes\\.ts$', pathNot: '^src/platform/' },
      to: { path: '/(repository|serialize)\\.ts$' },
    },
    {
      name: 'only-platform-speaks-to-machines',
      comment: 'One place knows each library, so that a new major is one change. Types are free.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(platform|cli)/' },
      to: {
        path: 'node_modules/(koa|@koa|minio|aws4|agenda|@agendajs|mongodb|rate-limiter-flexible|prom-client)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'agents-have-no-way-of-their-own',
      comment:
        'Tools for agents send requests of the API: what they could reach beside it would have checks, limits and errors of its own.',
      severity: 'error',
      from: { path: '^src/mcp/' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/(contract|mcp)/',
          '^src/platform/(http/|(clock|event-loop-turn|parsed-in-turns|service-version)\\.ts$)',
        ],
      },
    },
    {
      name: 'the-protocol-has-one-door',
      comment:
        'The protocol of agents, and the way into the service’s own application, are loaded with the first message to the door.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/mcp/' },
      to: { path: 'node_modules/(@modelcontextprotocol|light-my-request)/' },
    },
    {
      name: 'dashboard-runs-only-the-contract',
      comment:
        'The browser gets what is pure; of a feature the dashboard may know the forms (`import type` from its schema).',
      severity: 'error',
      from: { path: '^dashboard/src/' },
      to: { path: '^src/', pathNot: '^src/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'dashboard-knows-forms-only',
      comment: 'What is behind the API is not the dashboard’s business.',
      severity: 'error',
      from: { path: '^dashboard/src/' },
      to: { path: '^src/', pathNot: ['^src/contract/', 'schema\\.ts$'] },
    },
    {
      name: 'screens-stand-alone',
      comment: 'Each screen is loaded by itself; what two of them need is a component.',
      severity: 'error',
      from: { path: '^dashboard/src/screens/([a-z-]+)/' },
      to: { path: '^dashboard/src/screens/', pathNot: '^dashboard/src/screens/$1/' },
    },
    {
      name: 'components-know-no-screen',
      comment: 'A component that knows a screen serves only it.',
      severity: 'error',
      from: { path: '^dashboard/src/(components|api)/' },
      to: { path: '^dashboard/src/(app|screens)/' },
    },
    {
      name: 'packages-stand-alone',
      comment: 'What a site installs must not need the service, whose code it does not have.',
      severity: 'error',
      from: { path: '^(client|packages/[a-z]+)/src/' },
      to: { path: '^(src|dev|dashboard|test)/' },
    },
    {
      name: 'nothing-imports-tests',
      comment: 'The service runs without its tests.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'service-needs-no-developer',
      comment:
        'What serves developers alone is neither compiled nor shipped: the service must run without it.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^dev/' },
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
