/** Compares the monitoring of Sluice with its metrics, its findings and its documentation. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findingTable, RUNBOOK, type FindingDeclaration } from '@sluice/reports';
import { renderedFiles } from './rendered-files.js';
import { servedMetrics, servedNames } from './served-metrics.js';

const TESTS_FILE = 'observability/rules.test.yaml';
const METRICS_PAGE = 'docs/run/watch.md';

/**
 * One sentence for each metric that no service serves, each finding without a section in the runbook, each alert without a
 * test, and each file that is out of date.
 */
export async function checkObservability(root: string): Promise<string[]> {
  const text = (path: string): Promise<string> => readFile(join(root, path), 'utf8').catch(() => '');
  const names = await readdir(join(root, RUNBOOK)).catch(() => []);
  const runbook = new Map(
    await Promise.all(names.map(async (name) => [name, await text(`${RUNBOOK}/${name}`)] as const)),
  );
  const problems = [
    ...checkFindings(findingTable, runbook, await text(TESTS_FILE)),
    ...[...runbook].flatMap(([name, page]) => unknownMetrics(`${RUNBOOK}/${name}`, page)),
    ...unknownMetrics(METRICS_PAGE, await text(METRICS_PAGE)),
  ];
  for (const [path, wanted] of renderedFiles()) {
    problems.push(...unknownMetrics(path, wanted));
    if ((await text(path)) !== wanted)
      problems.push(`${path} is out of date: run \`npm run observability\`.`);
  }
  return problems;
}

/**
 * One sentence for each finding that names an unknown metric, or that the runbook does not explain, and each untested alert.
 * `runbook` has the text of each page by its name.
 */
export function checkFindings(
  table: readonly FindingDeclaration[],
  runbook: ReadonlyMap<string, string>,
  tests: string,
): string[] {
  const sections = new Set(
    [...runbook].flatMap(([name, page]) =>
      [...page.matchAll(/^#{2,} (.+)$/gm)].map(([, heading = '']) => `${name}#${anchorOf(heading)}`),
    ),
  );
  return table.flatMap(({ kind, runbook: section, metric = '', alert }) => [
    ...unknownMetrics(`The finding ${kind}`, `${metric} ${alert?.expr ?? ''}`),
    ...(sections.has(section) ? [] : [`${RUNBOOK} has no section ${section} for the finding ${kind}.`]),
    ...(alert === undefined || section.endsWith(`#${alert.name.toLowerCase()}`)
      ? []
      : [`${alert.name} leads to ${section} of ${RUNBOOK}, which is not its section.`]),
    ...(alert === undefined || tests.includes(`'${alert.name}: `)
      ? []
      : [`${TESTS_FILE} does not test ${alert.name}.`]),
  ]);
}

// As GitHub makes the anchor of a heading.
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

/** One sentence for each metric that `text` names and no process serves; each starts with `where`. */
export function unknownMetrics(where: string, text: string): string[] {
  const served = servedMetrics();
  const names = servedNames(served);
  // Prose refers to a histogram by its base name.
  const declared = new Set([...served.ofProcesses, ...served.ofInstallation].map(({ name }) => name));
  const named = new Set([...text.matchAll(/\bsluice_[a-z0-9_]+/g)].map(([name]) => name));
  return [...named]
    .filter((name) => !names.has(name) && !declared.has(name))
    .map((name) => `${where} names ${name}, which no process serves.`);
}
