/** Compares the monitoring of Sluice with the metrics and the documentation of Sluice. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRules, renderedFiles, RULES_FILE, type Rules } from './rendered-files.js';
import { servedMetrics, servedNames } from './served-metrics.js';

const RUNBOOK = 'docs/runbook.md';

/**
 * One sentence for each metric that no service serves, each alert without a page, test or entry, and each file that is
 * out of date.
 */
export async function checkObservability(root: string): Promise<string[]> {
  const text = (path: string): Promise<string> => readFile(join(root, path), 'utf8').catch(() => '');
  const [rules, rendered, runbook, tests] = await Promise.all([
    readRules(root),
    renderedFiles(root),
    text(RUNBOOK),
    text('observability/rules.test.yaml'),
  ]);
  const problems = [...checkRules(rules, runbook, tests), ...unknownMetrics(RUNBOOK, runbook)];
  for (const [path, wanted] of rendered) {
    problems.push(...unknownMetrics(path, wanted));
    if ((await text(path)) !== wanted)
      problems.push(`${path} is out of date: run \`npm run observability\`.`);
  }
  return problems;
}

/** One sentence for each alert that queries an unknown metric, or that the runbook does not explain. */
export function checkRules({ groups }: Rules, runbook: string, tests: string): string[] {
  return groups.flatMap(({ rules }) =>
    rules.flatMap(({ alert, expr, annotations }) => [
      ...unknownMetrics(`${RULES_FILE} ${alert}`, expr),
      ...(runbook.includes(`\n### ${alert}\n`) ? [] : [`${RUNBOOK} has no section for ${alert}.`]),
      ...(annotations.runbook === `${RUNBOOK}#${alert.toLowerCase()}`
        ? []
        : [`${RULES_FILE} ${alert} leads to ${annotations.runbook}, which is not its section.`]),
      ...(tests.includes(`'${alert}: `) ? [] : [`observability/rules.test.yaml does not test ${alert}.`]),
    ]),
  );
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
