/** Compares every text that states a variable's default with the variable's schema. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { REFERENCE_FILE, renderReference } from './render-reference.js';
import { readVariables, type Variable } from './variables.js';

/** The texts to compare with the schemas. */
export interface ConfigurationTexts {
  readonly reference: string;
  /** .env.example. */
  readonly example: string;
  /** docker-compose.yml, parsed. */
  readonly compose: unknown;
  readonly variables: readonly Variable[];
}

/** Reads the texts below `root`. */
export async function readConfigurationTexts(root: string): Promise<ConfigurationTexts> {
  const text = (path: string): Promise<string> => readFile(join(root, path), 'utf8').catch(() => '');
  const [reference, example, compose] = await Promise.all([
    text(REFERENCE_FILE),
    text('.env.example'),
    text('docker-compose.yml'),
  ]);
  return {
    reference,
    example,
    compose: parse(compose, { merge: true, maxAliasCount: -1 }),
    variables: await readVariables(),
  };
}

/** One sentence for each wrong default, and for a reference that is out of date. */
export function checkConfiguration({ reference, example, compose, variables }: ConfigurationTexts): string[] {
  const outdated =
    reference === renderReference(example, variables)
      ? []
      : [`${REFERENCE_FILE} is out of date: run \`npm run configuration\`.`];
  const unexplained = variables
    .filter(({ meaning }) => meaning === '')
    .map(({ name }) => `${name} has no description in its schema.`);
  return [
    ...outdated,
    ...unexplained,
    ...variables.flatMap((variable) => [
      ...exampleProblems(variable, example),
      ...composeProblems(variable, compose),
    ]),
  ];
}

function exampleProblems({ name, readings }: Variable, example: string): string[] {
  const said = new RegExp(`^# ${name}=(.*)$`, 'm').exec(example)?.[1] ?? '';
  const defaults = new Set(readings.map(({ usual = '' }) => usual));
  // A default that differs between services is not compared.
  const wanted = defaults.size === 1 ? [...defaults].join() : '';
  return said === wanted || (said === '' && wanted === 'false')
    ? []
    : [`.env.example sets ${name}=${said}, but its default is ${wanted || '(none)'}.`];
}

const composeSchema = z.looseObject({
  services: z.record(
    z.string(),
    z.looseObject({ environment: z.record(z.string(), z.coerce.string()).optional() }),
  ),
});

// The manifests check compares ports and grace periods with the services.
function composeProblems({ name, readings }: Variable, compose: unknown): string[] {
  const { services } = composeSchema.parse(compose);
  return readings.flatMap(({ service, usual }) => {
    const [, said] = /^\$\{\w+:-(\d+)\}$/.exec(services[service]?.environment?.[name] ?? '') ?? [];
    return said === undefined || said === usual
      ? []
      : [`docker-compose.yml gives ${service} ${name}=${said} where its default is ${usual}.`];
  });
}
