/** The files rendered for monitoring: the alert rules, the same for the Prometheus operator, and the dashboard. */
import { alertRules, type AlertRule } from '@sluice/reports';
import { stringify } from 'yaml';
import { renderDashboard } from './render-dashboard.js';
import { servedMetrics } from './served-metrics.js';

/** The path of the alert rules, relative to the project. */
const RULES_FILE = 'observability/rules.yaml';

const rendered = 'Rendered from packages/reports/src/findings by `npm run observability`; do not edit.';
const note = `# ${rendered}\n`;
const words = `${note}# \`page\` wakes the engineer on call, \`ticket\` waits until morning. Each alert has a section in docs/run/runbook and a test
# of its arithmetic in rules.test.yaml. Metrics of the whole installation are aggregated by \`max\`: the worker that sweeps reports
# them, and for a moment the one before it may too.
`;

/** Every rendered file of the project: path and text. */
export function renderedFiles(rules: readonly AlertRule[] = alertRules()): ReadonlyMap<string, string> {
  const spec = { groups: [{ name: 'sluice', rules }] };
  const resource = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'sluice' },
    spec,
  };
  return new Map([
    [RULES_FILE, words + stringify(spec, { lineWidth: 0 })],
    ['k8s/components/monitoring/rules.yaml', note + stringify(resource, { lineWidth: 0 })],
    [
      'k8s/components/monitoring/dashboard.json',
      `${JSON.stringify(renderDashboard(servedMetrics()), null, 2)}\n`,
    ],
  ]);
}
