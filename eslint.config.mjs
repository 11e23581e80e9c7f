import tseslint from 'typescript-eslint';

/** Only config modules read the process environment; all other modules receive their settings. */
const noProcessEnv = {
  'no-restricted-properties': [
    'error',
    { object: 'process', property: 'env', message: 'Read the environment in a config module.' },
  ],
};

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.sluice/**', '**/*.mjs', '**/*.cjs'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      // One program for all sources and tests, and one for the browser code: one program per workspace would check many
      // files repeatedly.
      parserOptions: {
        project: ['./tsconfig.tests.json', './services/dashboard/web/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      ...noProcessEnv,
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    files: [
      '**/config.ts',
      '**/config/**/*.ts',
      '**/*.test.ts',
      '**/test/**/*.ts',
      'packages/{local,cli,launch,testing}/**/*.ts',
      'scripts/**/*.ts',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  { files: ['scripts/**/*.ts', 'packages/{local,cli}/**/*.ts'], rules: { 'no-console': 'off' } },
);
