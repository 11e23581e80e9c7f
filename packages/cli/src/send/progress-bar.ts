/** The progress of a long task: a bar on a terminal, elsewhere a line every few seconds; always on stderr. */
import { SingleBar } from 'cli-progress';

/** Shows the progress of one task. */
export interface ProgressBar {
  readonly at: (done: number) => void;
  /** Removes the bar, or prints how it ended. */
  readonly end: () => void;
}

const LINE_EVERY_MS = 5_000;

/** Starts to show `doing`, with `total` items to do. */
export function showProgress(doing: string, total: number): ProgressBar {
  return process.stderr.isTTY ? bar(doing, total) : lines(doing, total);
}

function bar(doing: string, total: number): ProgressBar {
  const shown = new SingleBar({
    format: `${doing} {bar} {value}/{total}  {eta_formatted} left`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 32,
    hideCursor: true,
    clearOnComplete: true,
    stream: process.stderr,
  });
  shown.start(total, 0);
  return { at: (done) => shown.update(done), end: () => shown.stop() };
}

// A task that ends before its first line prints none.
function lines(doing: string, total: number): ProgressBar {
  let reached = 0;
  let reported = false;
  const report = (): void => {
    reported = true;
    process.stderr.write(`${doing}: ${reached} of ${total}\n`);
  };
  const timer = setInterval(report, LINE_EVERY_MS);
  return {
    at: (done) => (reached = done),
    end: () => {
      clearInterval(timer);
      if (reported) report();
    },
  };
}
