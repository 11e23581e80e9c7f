/** The Grafana dashboard, rendered from the metrics' own declarations: one panel each, in rows. */
import type { ServedMetric, ServedMetrics } from './served-metrics.js';

/** A row, and the prefixes of its metrics; a metric belongs to the first matching row. */
const rows: readonly (readonly [title: string, prefixes: readonly string[]])[] = [
  [
    'Leads',
    ['sluice_oldest', 'sluice_decision', 'sluice_delivery_seconds', 'sluice_submissions', 'sluice_held'],
  ],
  ['Queues', ['sluice_queue', 'sluice_batch', 'sluice_stage']],
  ['Buyers', ['sluice_deliver', 'sluice_circuit']],
  ['Caps', ['sluice_cap']],
  ['Needs attention', ['sluice_leads_needing', 'sluice_refusing', 'sluice_jobs']],
  ['Requests', ['sluice_http']],
  ['Outbox and sweep', ['sluice_outbox', 'sluice_sweep']],
  ['Stores', ['sluice_redis', 'sluice_mongodb', 'sluice_store', 'sluice_dependency']],
  ['Processes', ['sluice_']],
];

/** The libraries' other metrics are not shown: they are for investigating a single problem. */
const passedOver =
  /^sluice_(nodejs_(?!eventloop_lag_p99|heap_size_used|gc)|process_(?!cpu_seconds|resident|open_fds))/;

const WIDTH = 8;
const HEIGHT = 7;
const ACROSS = 24;

/** A query of a panel, and the labels of its lines. */
interface Target {
  readonly expr: string;
  readonly legendFormat: string;
}

/** The dashboard in the form that Grafana imports. */
export function renderDashboard({ ofProcesses, ofInstallation }: ServedMetrics): object {
  const installation = new Set(ofInstallation.map(({ name }) => name));
  const shown = [...ofProcesses, ...ofInstallation].filter(({ name }) => !passedOver.test(name));
  const panels: object[] = [];
  let y = 0;
  for (const [title, ofRow] of byRow(shown)) {
    panels.push({ type: 'row', title, collapsed: false, panels: [], gridPos: { x: 0, y, w: ACROSS, h: 1 } });
    y += 1;
    ofRow.forEach((metric, index) => {
      const x = (index * WIDTH) % ACROSS;
      const at = { x, y: y + Math.floor((index * WIDTH) / ACROSS) * HEIGHT, w: WIDTH, h: HEIGHT };
      panels.push(panelOf(metric, at, installation.has(metric.name)));
    });
    y += Math.ceil((ofRow.length * WIDTH) / ACROSS) * HEIGHT;
  }
  return {
    uid: 'sluice',
    title: 'Sluice',
    description: 'Rendered from the declarations of the metrics by `npm run observability`; do not edit.',
    schemaVersion: 39,
    editable: false,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    templating: {
      list: [{ name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus' }],
    },
    panels: panels.map((panel, index) => ({ id: index + 1, ...panel })),
  };
}

function byRow(metrics: readonly ServedMetric[]): Map<string, readonly ServedMetric[]> {
  const rowOf = ({ name }: ServedMetric) =>
    rows.findIndex(([, prefixes]) => prefixes.some((prefix) => name.startsWith(prefix)));
  return new Map(rows.map(([title], row) => [title, metrics.filter((metric) => rowOf(metric) === row)]));
}

function panelOf(metric: ServedMetric, gridPos: object, ofInstallation: boolean): object {
  const { name, help, type } = metric;
  return {
    type: 'timeseries',
    title: name.replace(/^sluice_/, '').replaceAll('_', ' '),
    description: ofInstallation
      ? `${help} Served by the worker that sweeps; of several processes, the greatest.`
      : help,
    datasource: { type: 'prometheus', uid: '${source}' },
    fieldConfig: { defaults: { unit: unitOf(name, type), min: 0 }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
    gridPos,
    targets: targetsOf(metric).map((target, index) => ({
      refId: String.fromCharCode(65 + index),
      ...target,
    })),
  };
}

/**
 * Counters are shown as rates and histograms as quantiles, over all processes; a gauge is shown per process if each
 * process has its own.
 */
function targetsOf({ name, type, labels }: ServedMetric): readonly Target[] {
  const legendFormat = labels.map((label) => `{{${label}}}`).join(' ');
  if (type === 'counter')
    return [
      { expr: `sum${by(labels)} (rate(${name}[$__rate_interval]))`, legendFormat: legendFormat || name },
    ];
  if (type === 'gauge') {
    const lines =
      name.startsWith('sluice_process_') || name.startsWith('sluice_nodejs_') ? ['service'] : labels;
    return [
      {
        expr: `max${by(lines)} (${name})`,
        legendFormat: lines.map((label) => `{{${label}}}`).join(' ') || name,
      },
    ];
  }
  return [0.5, 0.95, 0.99].map((quantile) => ({
    expr: `histogram_quantile(${quantile}, sum${by(['le', ...labels])} (rate(${name}_bucket[$__rate_interval])))`,
    legendFormat: `p${quantile * 100} ${legendFormat}`.trim(),
  }));
}

function by(labels: readonly string[]): string {
  return labels.length === 0 ? '' : ` by (${labels.join(', ')})`;
}

function unitOf(name: string, type: ServedMetric['type']): string {
  if (name.endsWith('_timestamp_seconds')) return 'dateTimeFromNow';
  if (type === 'counter') return name.endsWith('_seconds_total') ? 'short' : 'ops';
  if (name.endsWith('_seconds')) return 's';
  return name.endsWith('_bytes') ? 'bytes' : 'short';
}
