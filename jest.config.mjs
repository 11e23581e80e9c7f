// Suites that are too long for every run belong to `npm run test:long`.
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
  // Libraries that are published only as ES modules, which CommonJS cannot load.
  transformIgnorePatterns: [
    '/node_modules/(?!(request-filtering-agent|@faker-js/faker|openid-client|oauth4webapi|jose)/)',
  ],
  moduleNameMapper: {
    '^@sluice/([a-z-]+)$': '<rootDir>/packages/$1/src/index.ts',
    '^@sluice/([a-z-]+)/config$': '<rootDir>/services/$1/src/config.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // Its ES modules import JSON in a way that makes jest print a warning for every file.
    '^libphonenumber-js$': '<rootDir>/node_modules/libphonenumber-js/min/index.cjs',
  },
  testSequencer: '<rootDir>/test/harness/slowest-first.mjs',
  testTimeout: 30_000,
  // Tests with an installation wait for half of their time, so four workers keep two processors busy.
  maxWorkers: 4,
};
