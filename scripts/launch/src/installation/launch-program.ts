/** Starts one planned process, reports when it exits, and waits until it can take traffic. */
import { Problem } from '@sluice/local';
import { keepProcess, type KeepOptions, type KeptProcess } from '../supervisor/keep-process.js';
import type { ProcessSpec } from '../supervisor/launch-process.js';
import { lastWords } from '../supervisor/service-logs.js';
import { waitUntilReady } from './readiness.js';

const READY_WITHIN_MS = 90_000;

/** A process that exits this often before it was ever ready will not become ready by itself. */
const ENDS_AT_MOST = 3;

/** Callbacks about the processes while they run. */
export interface Watch {
  readonly note: (line: string) => void;
  /** Called whenever a pid changes. */
  readonly changed: () => void;
  /** Throws if the start was cancelled, which ends the wait. */
  readonly throwIfStopped: () => void;
}

/** A watch without effect. */
export const silent: Watch = {
  note: () => undefined,
  changed: () => undefined,
  throwIfStopped: () => undefined,
};

/** A started process. */
export interface Launched {
  readonly process: KeptProcess;
  /** Resolves once the process can take traffic; rejects with a `Problem` if it cannot. */
  ready(): Promise<void>;
}

/** Starts a process, which is ready once each of `readyUrls` answers 200. */
export function launchProgram(
  spec: ProcessSpec,
  readyUrls: readonly string[],
  watch: Watch = silent,
  { ended, ...options }: KeepOptions & { readonly ended?: (how: string) => void } = {},
): Launched {
  let ends = 0;
  const process = keepProcess(
    spec,
    {
      started: watch.changed,
      ended: ({ code, signal, delayMs }) => {
        ends += 1;
        const how = signal ?? `exit ${code ?? 'before it started'}`;
        const reason = code === 0 || code === null ? undefined : lastWords(spec.logFile);
        const then = delayMs === Infinity ? '' : `; restarting in ${delayMs} ms`;
        watch.note(`  ! ${spec.name} ended (${how}${reason === undefined ? '' : `, ${reason}`})${then}`);
        ended?.(how);
        watch.changed();
      },
    },
    options,
  );
  const endsAtMost = options.startsAgain === false ? 1 : ENDS_AT_MOST;
  return {
    process,
    async ready() {
      const endsBefore = ends;
      const giveUpAt = performance.now() + READY_WITHIN_MS;
      const checkPatience = () => {
        watch.throwIfStopped();
        const doesNotStart = ends - endsBefore >= endsAtMost;
        if (!doesNotStart && performance.now() < giveUpAt) return;
        const what = doesNotStart ? 'does not start' : `is not ready after ${READY_WITHIN_MS / 1000} s`;
        const reason = lastWords(spec.logFile);
        const reported = reason === undefined ? '' : `, last message: "${reason}"`;
        throw new Problem(`${spec.name} ${what}${reported}; see ${spec.logFile}.`);
      };
      await Promise.all(readyUrls.map((url) => waitUntilReady(url, checkPatience)));
    },
  };
}
