/**
 * DATA_DIR/run.json: what runs where, for tools that connect to it. It exists from "everything answers" until the stop.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from './services.js';

/** A store in run.json; without a pid if it was given. */
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
  /** May administer; made once, for tools that call the operations. */
  readonly adminKey: string;
  /** Of the first administrator, as long as nobody has changed the password. */
  readonly operatorEmail: string;
  readonly operatorPassword: string;
  readonly mongodb: RunningStore;
  readonly redis: RunningStore;
  /** The base URL of /healthz, /readyz and /metrics of each service's first process. */
  readonly health: Readonly<Record<ServiceName, string>>;
  /** The same of every process, for what has to reach them all, as a collector of metrics does. */
  readonly healthOfAll: Readonly<Record<ServiceName, readonly string[]>>;
  /** The current pids of each service; a process between two runs is left out. */
  readonly services: Readonly<Record<ServiceName, readonly number[]>>;
}

/** Replaces run.json atomically, so that no reader sees half of it; only its owner can read it. */
export function writeRunFile(dataDir: string, run: RunFile): void {
  const file = runFile(dataDir);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

/** The current run.json, or `undefined` if nothing runs with this data directory. */
export function readRunFile(dataDir: string): RunFile | undefined {
  let text: string;
  try {
    text = readFileSync(runFile(dataDir), 'utf8');
  } catch {
    return undefined;
  }
  return JSON.parse(text) as RunFile;
}

/** Removes run.json, if there is one. */
export function removeRunFile(dataDir: string): void {
  rmSync(runFile(dataDir), { force: true });
}

function runFile(dataDir: string): string {
  return join(dataDir, 'run.json');
}
