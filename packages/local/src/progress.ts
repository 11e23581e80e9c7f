/** Progress of the steps that take seconds, one line each: what is being done, then how long it took. */

/** Says what happens on a long road; every line is whole, so that it also reads well in a file. */
export interface Progress {
  /** Does `work` between a line that announces it and a line that says how it went; passes its result or error on. */
  step<T>(doing: string, work: () => Promise<T>, done?: (result: T) => string): Promise<T>;
  /** Prints one line. */
  readonly note: (line: string) => void;
}

const ANNOUNCE_AFTER_MS = 700;

/** A `Progress` on the given writer (default: stdout). Steps shorter than a blink print only their result. */
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
