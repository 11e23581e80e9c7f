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

describe('the configuration check', () => {
  it('finds that the reference, .env.example and docker-compose.yml agree with the schemas', () => {
    expect(checkConfiguration(texts)).toEqual([]);
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
      'docs/configuration.md is out of date: run `npm run configuration`.',
    ]);
  });
});
