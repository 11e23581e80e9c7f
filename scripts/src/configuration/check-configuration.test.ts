import { serviceNames } from '@sluice/local';
import { fileURLToPath } from 'node:url';
import {
  checkConfiguration,
  readConfigurationTexts,
  type ConfigurationTexts,
} from './check-configuration.js';

let texts: ConfigurationTexts;
beforeAll(async () => {
  texts = await readConfigurationTexts(fileURLToPath(new URL('../../..', import.meta.url)));
});

describe('the configuration page', () => {
  it('has the variable for the number of processes of every service', () => {
    const rows = texts.reference.split('\n').flatMap((line) => /^\| `(WORKERS_\w+)`/.exec(line)?.[1] ?? []);
    expect(rows).toEqual(serviceNames.map((name) => `WORKERS_${name.toUpperCase()}`));
  });
});

describe('the configuration check', () => {
  it('finds that the reference, .env.example and docker-compose.yml agree with the schemas', () => {
    expect(checkConfiguration(texts)).toEqual([]);
  });

  it('reports a list of fields that is not that of their table', () => {
    const fields = texts.fields.replace(/^\| `unmatchedAnswers` .*\n/m, '');
    expect(checkConfiguration({ ...texts, fields })).toEqual([
      'docs/reference/fields.md is out of date: run `npm run configuration`.',
    ]);
  });

  it('reports a field without a row, a row without a field, and a row that says nothing', () => {
    const outdated = ['docs/reference/fields.md is out of date: run `npm run configuration`.'];
    const without = texts.fields.replace(/^\| `archivedAt` .*\n/m, '');
    expect(checkConfiguration({ ...texts, fields: without })).toEqual(outdated);
    const wrong = texts.fields.replace('| `archivedAt` ', '| `archivedAt`, `archivedSince` ');
    expect(checkConfiguration({ ...texts, fields: wrong })).toEqual(outdated);
    const silent = texts.fields.replace(/^(\| `archivedAt` +\|)[^|]*/m, '$1');
    expect(checkConfiguration({ ...texts, fields: silent })).toEqual([
      'docs/reference/fields.md does not say what follows from archivedAt (Campaign).',
    ]);
  });

  it('reports a list of exported records that is not that of their declaration', () => {
    const retention = texts.retention.replace('`note`, `reference`', '`note`');
    expect(checkConfiguration({ ...texts, retention })).toEqual([
      'docs/run/retention.md is out of date: run `npm run configuration`.',
    ]);
  });

  it('reports a table of rights that is not that of the declarations', () => {
    const security = texts.security.replace('`SetSecret`', '`SetSecret`, `RemoveSecret`');
    expect(checkConfiguration({ ...texts, security })).toEqual([
      'docs/project/security.md is out of date: run `npm run configuration`.',
    ]);
  });

  it('reports a variable of a service, of npm start or of Compose that .env.example leaves out', () => {
    for (const name of ['LOG_LEVEL', 'WORKERS_EMAIL', 'TENANTS_DIR', 'CONCURRENCY']) {
      const example = texts.example.replace(new RegExp(`^# ${name}=.*\n`, 'm'), '');
      expect(checkConfiguration({ ...texts, example })).toContain(`.env.example does not name ${name}.`);
    }
  });

  it('reports a variable that .env.example names and nothing reads', () => {
    const example = texts.example.replace('# WORKERS_EMAIL=1', '# WORKERS_EMAIL=1\n# WORKERS_FAX=1');
    expect(checkConfiguration({ ...texts, example })).toContain(
      '.env.example names WORKERS_FAX, which nothing reads.',
    );
  });

  it('reports a sentence elsewhere that repeats the table of services wrongly', () => {
    const readme = texts.readme.replace('workers 3011 to 3017', 'workers 3011 to 3016');
    expect(checkConfiguration({ ...texts, readme })).toEqual([
      'README.md does not say: gateway 3010, workers 3011 to 3017, dashboard 3018.',
    ]);
    const example = texts.example.replace('email 3017', 'email 3016');
    expect(checkConfiguration({ ...texts, example })).toEqual([
      expect.stringMatching(/^\.env\.example does not say: gateway 3010, .*email 3017, dashboard 3018\.$/),
    ]);
  });

  it('reports a wrong default in each of these files', () => {
    const example = texts.example.replace('MAX_BACKLOG=100000', 'MAX_BACKLOG=5');
    expect(checkConfiguration({ ...texts, example })).toContain(
      '.env.example sets MAX_BACKLOG=5, but its default is 100000.',
    );
    const compose: unknown = JSON.parse(
      JSON.stringify(texts.compose).replace('${CONCURRENCY_DELIVERY:-64}', '${CONCURRENCY_DELIVERY:-8}'),
    );
    expect(checkConfiguration({ ...texts, compose })).toEqual([
      'docker-compose.yml gives delivery CONCURRENCY=8 where its default is 64.',
    ]);
    const reference = texts.reference.replace('1 to 1000', '1 to 10');
    expect(checkConfiguration({ ...texts, reference })).toEqual([
      'docs/reference/configuration.md is out of date: run `npm run configuration`.',
    ]);
  });
});
