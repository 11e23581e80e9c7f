/** Every metric that a process of Sluice serves, as it is declared. */
import { createInstallationMetrics, createMetrics } from '@sluice/process';

/** One metric. */
export interface ServedMetric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
}

/** The metrics of every process, then those of the installation, which only the worker that sweeps serves. */
export interface ServedMetrics {
  readonly ofProcesses: readonly ServedMetric[];
  readonly ofInstallation: readonly ServedMetric[];
}

/** Reads the declarations. */
export function servedMetrics(): ServedMetrics {
  const metrics = createMetrics('declared');
  const ofProcesses = declaredIn(metrics);
  createInstallationMetrics(metrics);
  const known = new Set(ofProcesses.map(({ name }) => name));
  return { ofProcesses, ofInstallation: declaredIn(metrics).filter(({ name }) => !known.has(name)) };
}

function declaredIn({ registry }: Pick<ReturnType<typeof createMetrics>, 'registry'>): ServedMetric[] {
  return registry.getMetricsAsArray().map((metric) => {
    // The library's types omit fields that every metric has.
    const { name, help, type, labelNames } = metric as unknown as Omit<ServedMetric, 'labels'> & {
      readonly labelNames: readonly string[];
    };
    return { name, help, type, labels: labelNames };
  });
}

/** The names of the metrics at a collector: a histogram as its buckets, sum and count. */
export function servedNames({ ofProcesses, ofInstallation }: ServedMetrics): ReadonlySet<string> {
  return new Set(
    [...ofProcesses, ...ofInstallation].flatMap(({ name, type }) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}
