/** Progress of steps that take seconds, one line each: what is being done, then how long it took. */

/** Reports progress; every line is complete, so that it also reads well in a file. */
export interface Progress {
  /** Runs `work` between a line that announces it and a line with its result; passes its result or error on. */
  step<T>(doing: string, work: () => Promise<T>, done?: (result: T) => string): Promise<T>;
  /** Prints one line. */
  readonly note: (line: string) => void;
}

const ANNOUNCE_AFTER_MS = 700;

/** A `Progress` that writes to `write` (default: stdout). Short steps print only their result. */
export function lineProgress(write: (line: string) => void = (line) => console.log(line)): Progress {
  return {
    note: write,
    async step(doing, work, done) {
      const startedMs = performance.now();
      const announce = setTimeout(() => write(`  … ${doing}`), ANNOUNCE_AFTER_MS);
      try {
        const result = await work();
        const seconds = (performance.now() - startedMs) / 1000;
        write(`  ✓ ${done?.(result) ?? doing} (${seconds.toFixed(1)} s)`);
        return result;
      } finally {
        clearTimeout(announce);
      }
    },
  };
}
