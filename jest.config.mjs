// The suites too long for every run are left to `npm run test:long`.
const long = process.env.TEST_LONG === '1' ? [] : ['\\.long\\.test\\.ts$'];

/** Tests run straight from the TypeScript sources; workspace packages resolve to their `src`. */
export default {
  rootDir: '.',
  testMatch: [
    '<rootDir>/{packages,services}/*/{src,test}/**/*.test.ts',
    '<rootDir>/{scripts,test}/**/*.test.ts',
  ],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', ...long],
  modulePathIgnorePatterns: ['/dist/', '/.sluice/'],
  transform: { '\\.[jt]s$': '<rootDir>/test/harness/transform.mjs' },
  // The libraries that come as ES modules alone, which CommonJS cannot load.
  transformIgnorePatterns: [
    '/node_modules/(?!(request-filtering-agent|@faker-js/faker|openid-client|oauth4webapi|jose)/)',
  ],
  moduleNameMapper: {
    '^@sluice/([a-z-]+)$': '<rootDir>/packages/$1/src/index.ts',
    '^@sluice/([a-z-]+)/config$': '<rootDir>/services/$1/src/config.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // Its ES modules import JSON in a way that jest warns of, file by file.
    '^libphonenumber-js$': '<rootDir>/node_modules/libphonenumber-js/min/index.cjs',
  },
  testSequencer: '<rootDir>/test/harness/slowest-first.mjs',
  testTimeout: 30_000,
  // Half of the time of an installation's tests is waiting: four of them keep two processors at work.
  maxWorkers: 4,
};
