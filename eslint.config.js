import tseslint from 'typescript-eslint';

// The rules of this repository alone. General rules, also those that need types, are in .oxlintrc.json.

const clockOnly = {
  selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
  message: 'Ask the clock that you were given (call.now, or core/util/clock.ts), so that tests can move it.',
};

const namedExports = { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' };

const visibility =
  'What readers see at a moment is said in src/lifecycle/publishing/conditions.ts (visible, hidden, coming ...).';

const bothEnds =
  'Who is read with live_at is read with live_until: without its end an item looks as if it went on.';

/** Start and end of what readers see. */
const dates = '/^live_(at|until)$/';

/**
 * Conditions on `live_at` and `live_until`. Numbers are the keys of indexes, orders and projections; names take rows
 * apart. And projections of the one without the other.
 */
const visibilityElsewhere = [
  {
    selector: `ObjectExpression > Property[key.name=${dates}][shorthand=false]:not([value.raw='1']):not([value.type='UnaryExpression']):not(:has(Property[key.name='$exists']))`,
    message: visibility,
  },
  { selector: 'Literal[value=/^.live_(at|until)$/]', message: visibility },
  {
    selector: `BinaryExpression[operator=/^[<>]=?$/] > MemberExpression[property.name=${dates}]`,
    message: visibility,
  },
  { selector: `BinaryExpression[operator=/^[<>]=?$/] > Identifier[name=${dates}]`, message: visibility },
  {
    selector:
      "ObjectExpression:has(> Property[key.name='live_at'][value.raw='1']):not(:has(> Property[key.name='live_until'])):not(:has(> Property[key.name='project_id']))",
    message: bothEnds,
  },
  {
    selector: "ArrayExpression:has(> Literal[value='live_at']):not(:has(> Literal[value='live_until']))",
    message: bothEnds,
  },
];

/** Ids inside the value of one field, asked for apart from the walk over all of them. */
const linksElsewhere = {
  selector: "CallExpression[callee.property.name='links'][arguments.length=3]",
  message:
    'What values point at is found by the one walk (src/content/fields/walk.ts), which forgets no place.',
};

const insideAlone = 'Work inside a transaction goes on with the call that it was handed; transact binds it.';

/** Calls that are bound to another handle by hand. */
const splicedHandle = {
  selector: "ObjectExpression:has(> SpreadElement) > Property[key.name='db']",
  message: insideAlone,
};

/** Reading through the call outside of a transaction from the work inside. */
const outerCall = {
  selector:
    "CallExpression[callee.name='transact'] > :function[params.0.name='inside'] MemberExpression > Identifier.object[name='call']",
  message: insideAlone,
};

/** vitest registers such a hook and never runs it. */
const afterAllInTest = {
  selector:
    ":matches(CallExpression[callee.name='it'], CallExpression[callee.callee.object.name='it']) CallExpression[callee.name='afterAll']",
  message:
    'vitest never runs an afterAll that a test registers: use onTestFinished, or cleanup of test/support.',
};

const helpersCleanUp = {
  name: 'vitest',
  importNames: ['afterAll'],
  message: 'Helpers do not know whether a test runs: use cleanup (test/support/cleanup.ts).',
};

export default tseslint.config(
  {
    ignores: ['**/node_modules/', '**/dist/', '.data/', 'coverage/', 'packages/create-site/starters/'],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parser: tseslint.parser },
    rules: { 'no-restricted-syntax': ['error', clockOnly, namedExports] },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        clockOnly,
        namedExports,
        splicedHandle,
        outerCall,
        linksElsewhere,
        ...visibilityElsewhere,
      ],
    },
  },
  {
    files: ['src/content/fields/walk.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        clockOnly,
        namedExports,
        splicedHandle,
        outerCall,
        ...visibilityElsewhere,
      ],
    },
  },
  {
    // What is bound here is bound outside of transactions, or is what binds inside of them.
    files: [
      'src/server/create-context.ts',
      'src/core/context/request-context.ts',
      'src/core/context/on-behalf.ts',
      'src/core/mongo/scope/whole.ts',
      'src/projects/write/transaction.ts',
      'src/lifecycle/releases/resolve-release.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', clockOnly, namedExports, outerCall, ...visibilityElsewhere] },
  },
  {
    files: ['src/lifecycle/publishing/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', clockOnly, namedExports, splicedHandle, outerCall] },
  },
  {
    // Astro takes a cache provider from the default export.
    files: ['packages/astro/src/{cache.ts,framework.d.ts}'],
    rules: { 'no-restricted-syntax': ['error', clockOnly] },
  },
  {
    // A package at a site is handed no clock.
    files: ['packages/astro/src/{middleware,loaders}.ts'],
    rules: { 'no-restricted-syntax': ['error', namedExports] },
  },
  {
    files: [
      '**/*.config.ts',
      'docs/.vitepress/**',
      'src/core/util/clock.ts',
      'test/**',
      'packages/*/test/**',
      'dev/test/**',
      'bench/**',
      'tools/**',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['{test,packages/*/test,dev/test}/**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', afterAllInTest] },
  },
  {
    files: ['test/**/*.ts'],
    ignores: ['**/*.test.ts', 'test/support/cleanup.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [helpersCleanUp] }] },
  },
);
