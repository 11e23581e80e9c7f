/** Logs a batch: one line with ids by outcome, and one line per failure, which may name several leads. */
import { errorFields, type Logger } from '@sluice/process';
import type { RunResult } from './run-result.js';

/** A batch whose leads have run. */
export interface BatchReport {
  readonly queue: string;
  readonly tenantId: string;
  readonly results: readonly { readonly item: string; readonly result: RunResult }[];
  readonly durationMs: number;
  /** The trace ids; empty while tracing is off. */
  readonly trace: Readonly<Record<string, unknown>>;
}

/** Logs the results of a batch; never personal data. */
export function reportBatch(log: Logger, { queue, tenantId, results, durationMs, trace }: BatchReport): void {
  const outcomes: Record<string, string[]> = {};
  const failures = new Map<string, { readonly error: unknown; readonly of: string[] }>();
  for (const { item, result } of results) {
    if (result.kind !== 'threw') {
      (outcomes[result.outcome] ??= []).push(item);
      continue;
    }
    const message = String(result.error);
    const alike = failures.get(message) ?? { error: result.error, of: [] };
    alike.of.push(item);
    failures.set(message, alike);
  }
  log.info(queue, { tenantId, items: results.length, outcomes, durationMs, ...trace });
  for (const { error, of } of failures.values()) {
    log.warn(`${queue} threw`, { tenantId, items: of, ...errorFields(error), ...trace });
  }
}
