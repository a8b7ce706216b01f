import tseslint from 'typescript-eslint';

const clockOnly = {
  selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
  message: 'Ask the clock that you were given (call.now, or platform/clock.ts), so that tests can move it.',
};

export default tseslint.config(
  { ignores: ['**/node_modules/', '**/dist/', '.faults/', '.data/', 'coverage/'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', package: 'vitest', name: ['describe', 'it'] }] },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/require-await': 'off',
      'max-params': ['error', 4],
      'no-restricted-syntax': [
        'error',
        clockOnly,
        { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' },
      ],
    },
  },
  {
    files: [
      'src/**/*.ts',
      'dev/{embedded,server,seed-images}/**/*.ts',
      'client/src/**/*.ts',
      'dashboard/src/**/*.ts',
      'dashboard/src/**/*.tsx',
    ],
    rules: {
      'max-lines': ['error', { max: 250 }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['dashboard/src/**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 150, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: [
      '**/*.config.ts',
      'src/platform/clock.ts',
      'test/**',
      'client/test/**',
      'dev/test/**',
      'bench/**',
      'tools/**',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['test/**', 'client/test/**', 'dashboard/test/**', 'dev/test/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
    },
  },
);
