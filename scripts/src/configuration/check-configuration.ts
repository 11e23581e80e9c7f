/** Compares every text that states a variable's default, or lists fields, records or rights, with what declares them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { otherVariables } from './other-variables.js';
import { RETENTION_FILE, withExported } from './render-exported.js';
import { unsaidFields, withFieldRows } from './render-field-rows.js';
import { FIELDS_FILE, withLeadFields } from './render-lead-fields.js';
import { INTERFACE_FILE, withInterfaceTables } from './render-interface.js';
import { REFERENCE_FILE, renderReference } from './render-reference.js';
import { SECURITY_FILE, withRights } from './render-rights.js';
import { renderPages } from './rendered-pages.js';
import { repeatedSentences } from './repeated-sentences.js';
import { readVariables, type Variable } from './variables.js';

/** The texts to compare with the schemas. */
export interface ConfigurationTexts {
  readonly reference: string;
  /** The page on fields. */
  readonly fields: string;
  /** The page on the interface. */
  readonly interface: string;
  /** The page on retention and exports. */
  readonly retention: string;
  /** The page on security. */
  readonly security: string;
  /** .env.example. */
  readonly example: string;
  readonly readme: string;
  /** The page on health ports. */
  readonly watch: string;
  /** docker-compose.yml, parsed. */
  readonly compose: unknown;
  readonly variables: readonly Variable[];
  /** The pages that are rendered as a whole, by path: as they are, and as they should be. */
  readonly pages: Readonly<Record<string, string>>;
  readonly rendered: Readonly<Record<string, string>>;
}

/** Reads the texts below `root`. */
export async function readConfigurationTexts(root: string): Promise<ConfigurationTexts> {
  const text = (path: string): Promise<string> => readFile(join(root, path), 'utf8').catch(() => '');
  const [reference, fields, interfacePage, retention, security, example, readme, watch, compose] =
    await Promise.all([
      text(REFERENCE_FILE),
      text(FIELDS_FILE),
      text(INTERFACE_FILE),
      text(RETENTION_FILE),
      text(SECURITY_FILE),
      text('.env.example'),
      text('README.md'),
      text('docs/run/watch.md'),
      text('docker-compose.yml'),
    ]);
  const rendered = await renderPages();
  const pages = await Promise.all(
    Object.keys(rendered).map(async (path) => [path, await text(path)] as const),
  );
  return {
    rendered,
    pages: Object.fromEntries(pages),
    reference,
    fields,
    interface: interfacePage,
    retention,
    security,
    example,
    readme,
    watch,
    compose: parse(compose, { merge: true, maxAliasCount: -1 }),
    variables: await readVariables(),
  };
}

/** One sentence for each wrong default, for each variable that is not explained, and for a reference that is out of date. */
export function checkConfiguration(texts: ConfigurationTexts): string[] {
  const { reference, fields, retention, security, example, compose, variables } = texts;
  const compared = [
    ...Object.entries(texts.rendered).map(([file, wanted]) => [file, texts.pages[file], wanted] as const),
    [REFERENCE_FILE, reference, renderReference(example, variables)],
    [FIELDS_FILE, fields, withFieldRows(withLeadFields(fields))],
    [INTERFACE_FILE, texts.interface, withInterfaceTables(texts.interface)],
    [RETENTION_FILE, retention, withExported(retention)],
    [SECURITY_FILE, security, withRights(security)],
  ] as const;
  const outdated = compared.flatMap(([file, found, wanted]) =>
    found === wanted ? [] : [`${file} is out of date: run \`npm run configuration\`.`],
  );
  const unexplained = variables
    .filter(({ meaning }) => meaning === '')
    .map(({ name }) => `${name} has no description in its schema.`);
  const unsaid = unsaidFields(fields).map(
    (field) => `${FIELDS_FILE} does not say what follows from ${field}.`,
  );
  return [
    ...outdated,
    ...unexplained,
    ...unsaid,
    ...exampleNames(example, compose, variables),
    ...sentenceProblems(texts),
    ...variables.flatMap((variable) => [
      ...exampleProblems(variable, example),
      ...composeProblems(variable, compose),
    ]),
  ];
}

// Set by our own supervisor alone.
const unnamed: ReadonlySet<string> = new Set(['SLUICE_SUPERVISED']);

function exampleNames(example: string, compose: unknown, variables: readonly Variable[]): string[] {
  const ofServices = new Set(variables.map(({ name }) => name));
  const read = new Set([...ofServices, ...Object.values(otherVariables(compose, ofServices)).flat()]);
  const named = [...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);
  return [
    ...[...read]
      .filter((name) => !named.includes(name) && !unnamed.has(name))
      .map((name) => `.env.example does not name ${name}.`),
    ...named
      .filter((name) => !read.has(name))
      .map((name) => `.env.example names ${name}, which nothing reads.`),
  ];
}

// A sentence may be wrapped, in comments too.
function sentenceProblems(texts: ConfigurationTexts): string[] {
  return Object.entries(repeatedSentences).flatMap(([text, [file, sentences]]) => {
    const said = texts[text as keyof typeof repeatedSentences].replaceAll(/\s*\n(?:# )?\s*/g, ' ');
    return sentences
      .filter((sentence) => !said.includes(sentence))
      .map((sentence) => `${file} does not say: ${sentence}.`);
  });
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
