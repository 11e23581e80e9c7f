/** DATA_DIR/run.json: what runs where, for tools that want to reach it. There from "everything answers" until it stops. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from './service-names.js';

/** A store as run.json names it; no pid for one that was given. */
export interface RunningStore {
  readonly url: string;
  readonly pid?: number;
}

/** The content of run.json. */
export interface RunFile {
  readonly supervisor: number;
  readonly gatewayUrl: string;
  readonly dashboardUrl: string;
  readonly sinkUrl: string;
  readonly tenantId: string;
  readonly apiKey: string;
  readonly operatorPassword: string;
  readonly mongodb: RunningStore;
  readonly redis: RunningStore;
  /** Where the first process of each service answers /healthz, /readyz and /metrics. */
  readonly health: Readonly<Record<ServiceName, string>>;
  /** The present pids of each service; a process between two runs is left out. */
  readonly services: Readonly<Record<ServiceName, readonly number[]>>;
}

/** Replaces run.json as a whole, so that no reader ever sees half of it; readable by its owner alone. */
export function writeRunFile(dataDir: string, run: RunFile): void {
  const file = runFile(dataDir);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

/** The present run.json, or `undefined` when nothing runs with this data directory. */
export function readRunFile(dataDir: string): RunFile | undefined {
  let text: string;
  try {
    text = readFileSync(runFile(dataDir), 'utf8');
  } catch {
    return undefined;
  }
  return JSON.parse(text) as RunFile;
}

/** Removes run.json; fine when there is none. */
export function removeRunFile(dataDir: string): void {
  rmSync(runFile(dataDir), { force: true });
}

function runFile(dataDir: string): string {
  return join(dataDir, 'run.json');
}
