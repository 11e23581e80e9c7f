/** The metrics, from where they are declared. */
import { servedMetrics, type ServedMetric } from '../observability/served-metrics.js';
import { code, opened, table } from './markdown.js';

/** The page. */
export function renderMetrics(): string {
  const { ofProcesses, ofInstallation } = servedMetrics();
  return [
    opened(
      'Metrics',
      'Every process serves its metrics in the format of Prometheus at `/metrics` on its health port ([ports](configuration.md)). A histogram has `_bucket`, `_sum` and `_count`. [What to watch](../run/watch.md) names those that alerts read.',
    ),
    '## Of every process\n',
    tableOf(ofProcesses),
    '## Of the installation\n',
    'Only the worker that sweeps serves these, so that a sum over processes counts nothing twice.\n',
    tableOf(ofInstallation),
  ].join('\n');
}

function tableOf(metrics: readonly ServedMetric[]): string {
  const sorted = metrics.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return table(
    ['metric', 'kind', 'labels', 'meaning'],
    sorted.map(({ name, type, labels, help }) => [code(name), type, labels.map(code).join(', '), help]),
  );
}
