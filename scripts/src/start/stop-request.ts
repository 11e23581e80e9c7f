/** Ctrl-C, SIGTERM and a closed terminal, without their echoes. */

import { Problem } from '@sluice/local';

/** `requested` resolves at the first request to stop; the function passed to `onForce` is called at every later one. */
export interface StopRequest {
  readonly requested: Promise<NodeJS.Signals>;
  /** Throws once a stop is requested; called between the steps of a start, so that it goes no further. */
  throwIfRequested(): void;
  onForce(force: () => void): void;
}

// npm passes on the Ctrl-C that the terminal has already sent to the whole process group, so one key press arrives
// twice.
const ECHO_WITHIN_MS = 1_000;

/** Listens for requests to stop until the process ends. */
export function listenForStop(): StopRequest {
  let firstAtMs: number | undefined;
  let force = (): void => undefined;
  const requested = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (firstAtMs === undefined) {
          firstAtMs = performance.now();
          resolve(signal);
        } else if (performance.now() - firstAtMs > ECHO_WITHIN_MS) {
          force();
        }
      });
    }
  });
  return {
    requested,
    throwIfRequested: () => {
      if (firstAtMs !== undefined) throw new Problem('Stopped while starting.');
    },
    onForce: (then) => {
      force = then;
    },
  };
}
