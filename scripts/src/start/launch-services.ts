/** Starts the planned processes, tells when one ends, and waits until all may take traffic. */
import { keepProcess, type KeptProcess } from '../supervisor/keep-process.js';
import type { ProcessSpec } from '../supervisor/launch-process.js';
import { Problem } from '../terminal/problem.js';
import type { Progress } from '../terminal/progress.js';
import type { StartOptions } from './options.js';
import { waitUntilReady } from './readiness.js';
import { lastWords } from './service-logs.js';
import { planServices, planSink, type SharedSettings } from './services.js';
import type { Running } from './shut-down.js';

const READY_WITHIN_MS = 90_000;

/** A process that ends this often before it was ever ready will not become ready by itself. */
const ENDS_AT_MOST = 3;

/** Who hears about the processes while they run. */
export interface Watch {
  readonly note: (line: string) => void;
  /** Called whenever a pid changes. */
  readonly changed: () => void;
  /** Throws when the start is broken off, which ends the waiting. */
  readonly throwIfStopped: () => void;
}

/** Starts every service and the demo buyer; resolves when all are ready, rejects with a `Problem` when one will not be. */
export async function launchServices(
  options: StartOptions,
  shared: SharedSettings,
  { running, progress, watch }: { running: Running; progress: Progress; watch: Watch },
): Promise<void> {
  const plans = await planServices(options, shared);
  const sink = planSink(options);
  const everyoneReady = async (): Promise<void> => {
    const ready = plans.map(({ service, spec, healthUrl }) => {
      const launched = launch(spec, `${healthUrl}/readyz`, watch);
      running.services.push({ service, healthUrl, process: launched.process });
      return launched.ready;
    });
    if (sink !== undefined) {
      const launched = launch(sink, `${options.sinkUrl}/stats`, watch);
      running.others.push(launched.process);
      ready.push(launched.ready);
    }
    await Promise.all(ready);
  };
  await progress.step(
    'starting the services',
    everyoneReady,
    () => `${plans.length} service processes ready`,
  );
}

function launch(
  spec: ProcessSpec,
  readyUrl: string,
  watch: Watch,
): { process: KeptProcess; ready: Promise<void> } {
  let ends = 0;
  const process = keepProcess(spec, {
    started: watch.changed,
    ended: ({ code, signal, delayMs }) => {
      ends += 1;
      const how = signal ?? `exit ${code ?? 'before it began'}`;
      const reason = code === 0 || code === null ? undefined : lastWords(spec.logFile);
      watch.note(
        `  ! ${spec.name} ended (${how}${reason === undefined ? '' : `, ${reason}`}); again in ${delayMs} ms`,
      );
      watch.changed();
    },
  });
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  const ready = waitUntilReady(readyUrl, () => {
    watch.throwIfStopped();
    if (ends < ENDS_AT_MOST && performance.now() < giveUpAt) return;
    const what = ends < ENDS_AT_MOST ? `is not ready after ${READY_WITHIN_MS / 1000} s` : 'does not start';
    const reason = lastWords(spec.logFile);
    const reported = reason === undefined ? '' : `, its last words are "${reason}"`;
    throw new Problem(`${spec.name} ${what}${reported}; the whole story is in ${spec.logFile}.`);
  });
  return { process, ready };
}
