/** The files rendered for monitoring: the dashboard, and the rules in the form of the Prometheus operator. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { renderDashboard } from './render-dashboard.js';
import { servedMetrics } from './served-metrics.js';

/** The path of the hand-written rules, relative to the project. */
export const RULES_FILE = 'observability/rules.yaml';

const rulesSchema = z.looseObject({
  groups: z.array(
    z.looseObject({
      rules: z.array(
        z.looseObject({
          alert: z.string(),
          expr: z.string(),
          annotations: z.looseObject({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});

/** The rules, with the fields that are read here. */
export type Rules = z.infer<typeof rulesSchema>;

/** Reads the rules below `root`. Rejects if a rule is malformed. */
export async function readRules(root: string): Promise<Rules> {
  return rulesSchema.parse(parse(await readFile(join(root, RULES_FILE), 'utf8')));
}

/** Every rendered file of the project at `root`: path and text. */
export async function renderedFiles(root: string): Promise<ReadonlyMap<string, string>> {
  const rules = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'sluice' },
    spec: await readRules(root),
  };
  const note = `# Rendered from ${RULES_FILE} by \`npm run observability\`; do not edit.\n`;
  return new Map([
    ['k8s/components/monitoring/rules.yaml', note + stringify(rules, { lineWidth: 0 })],
    [
      'k8s/components/monitoring/dashboard.json',
      `${JSON.stringify(renderDashboard(servedMetrics()), null, 2)}\n`,
    ],
  ]);
}
