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
  it('finds the reference, .env.example and docker-compose.yml as the schemas have them', () => {
    expect(checkConfiguration(texts)).toEqual([]);
  });

  it('reports a default that is said otherwise than it is, wherever it is said', () => {
    const example = texts.example.replace('MAX_BACKLOG=100000', 'MAX_BACKLOG=5');
    expect(checkConfiguration({ ...texts, example })).toContain(
      '.env.example says MAX_BACKLOG=5 where its default is 100000.',
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
