import { FILES_AT_ONCE } from './test/jest/machine-turns.mjs';

/** Of the suites that are wanted, what is not run, and how many files run at once (CONTRIBUTING.md, "Tests"). */
const { others, atOnce = FILES_AT_ONCE } = {
  usual: { others: ['\\.(long|alone|nightly)\\.test\\.ts$'] },
  long: { others: ['^(?!.*\\.long\\.test\\.ts$)'], atOnce: 2 },
  alone: { others: ['^(?!.*\\.alone\\.test\\.ts$)'], atOnce: 1 },
  nightly: { others: ['^(?!.*\\.nightly\\.test\\.ts$)'], atOnce: 1 },
  dated: { others: ['^(?!.*\\.dated\\.)'] },
  any: { others: [] },
}[process.env.TEST_SUITES || 'usual'];

/** Tests run from TypeScript; what they test is what `npm run build` made of it (test/jest/transform.mjs). */
export default {
  rootDir: '.',
  testMatch: [
    '<rootDir>/{packages,services}/*/{src,test}/**/*.test.ts',
    '<rootDir>/{scripts,test}/**/*.test.ts',
  ],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', ...others],
  modulePathIgnorePatterns: ['/dist/', '/.sluice/'],
  transform: { '\\.[cm]?[jt]s$': '<rootDir>/test/jest/transform.mjs' },
  transformIgnorePatterns: [],
  testEnvironment: '<rootDir>/test/jest/environment.mjs',
  moduleNameMapper: {
    '^@sluice/([a-z-]+)$': ['<rootDir>/packages/$1/src/index.ts', '<rootDir>/scripts/$1/src/index.ts'],
    '^@sluice/admin/files$': '<rootDir>/packages/admin/src/files/index.ts',
    '^@sluice/testing/core$': '<rootDir>/scripts/testing/src/core/index.ts',
    '^@sluice/([a-z-]+)/config$': '<rootDir>/services/$1/src/config.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  testSequencer: '<rootDir>/test/jest/slowest-first.mjs',
  // Longer than any wait inside a test, because only such a wait says in its failure what did not happen.
  testTimeout: 90_000,
  maxWorkers: atOnce,
  // After half a second, jest would end a worker and blame the tests for what they left open. But Node takes up to a
  // second to give back its memory where others keep the processors busy, and BullMQ retries for 15 s what a worker
  // that a test let die had begun.
  workerGracefulExitTimeout: 20_000,
  // Tests that are concurrent wait for most of their time.
  maxConcurrency: 16,
};
