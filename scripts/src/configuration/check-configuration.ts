/** Compares what says a variable's default with the schema that has it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { REFERENCE_FILE, renderReference } from './render-reference.js';
import { variables, type Variable } from './variables.js';

/** What is compared with the schemas. */
export interface ConfigurationTexts {
  readonly reference: string;
  /** .env.example. */
  readonly example: string;
  /** docker-compose.yml, parsed. */
  readonly compose: unknown;
}

/** Reads them below `root`. */
export async function readConfigurationTexts(root: string): Promise<ConfigurationTexts> {
  const text = (path: string): Promise<string> => readFile(join(root, path), 'utf8').catch(() => '');
  const [reference, example, compose] = await Promise.all([
    text(REFERENCE_FILE),
    text('.env.example'),
    text('docker-compose.yml'),
  ]);
  return { reference, example, compose: parse(compose, { merge: true }) };
}

/** One sentence for each default that is said otherwise than it is, and for a reference that is out of date. */
export function checkConfiguration({ reference, example, compose }: ConfigurationTexts): string[] {
  const known = variables();
  const outdated =
    reference === renderReference(example)
      ? []
      : [`${REFERENCE_FILE} is out of date: run \`npm run configuration\`.`];
  const unexplained = known
    .filter(({ meaning }) => meaning === '')
    .map(({ name }) => `${name} has no description in its schema.`);
  return [
    ...outdated,
    ...unexplained,
    ...known.flatMap((variable) => [
      ...exampleProblems(variable, example),
      ...composeProblems(variable, compose),
    ]),
  ];
}

function exampleProblems({ name, readings }: Variable, example: string): string[] {
  const said = new RegExp(`^# ${name}=(.*)$`, 'm').exec(example)?.[1] ?? '';
  const defaults = new Set(readings.map(({ usual = '' }) => usual));
  // What differs from service to service is left open.
  const wanted = defaults.size === 1 ? [...defaults].join() : '';
  return said === wanted || (said === '' && wanted === 'false')
    ? []
    : [`.env.example says ${name}=${said} where its default is ${wanted || '(none)'}.`];
}

const composeSchema = z.looseObject({
  services: z.record(
    z.string(),
    z.looseObject({ environment: z.record(z.string(), z.coerce.string()).optional() }),
  ),
});

// Ports and grace periods are compared with the services by the check of the manifests.
function composeProblems({ name, readings }: Variable, compose: unknown): string[] {
  const { services } = composeSchema.parse(compose);
  return readings.flatMap(({ service, usual }) => {
    const [, said] = /^\$\{\w+:-(\d+)\}$/.exec(services[service]?.environment?.[name] ?? '') ?? [];
    return said === undefined || said === usual
      ? []
      : [`docker-compose.yml gives ${service} ${name}=${said} where its default is ${usual}.`];
  });
}
