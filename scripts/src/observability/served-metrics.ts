/** Every metric that some process of Sluice serves, as it declares it. */
import { createInstallationMetrics, createMetrics } from '@sluice/runtime';

/** One metric. */
export interface ServedMetric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
}

/** The metrics of a process, then those of the installation as the console alone serves them. */
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
    // The library's types leave out what every one of its metrics has.
    const { name, help, type, labelNames } = metric as unknown as Omit<ServedMetric, 'labels'> & {
      readonly labelNames: readonly string[];
    };
    return { name, help, type, labels: labelNames };
  });
}

/** The names under which the metrics arrive at a collector: a histogram as its buckets, sum and count. */
export function servedNames({ ofProcesses, ofInstallation }: ServedMetrics): ReadonlySet<string> {
  return new Set(
    [...ofProcesses, ...ofInstallation].flatMap(({ name, type }) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}
