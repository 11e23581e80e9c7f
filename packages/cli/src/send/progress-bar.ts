/** How far a long piece of work is: a bar on a terminal, elsewhere a line every few seconds; always on stderr. */
import { SingleBar } from 'cli-progress';

/** Shows one piece of work. */
export interface ProgressBar {
  readonly at: (done: number) => void;
  /** Takes the bar away, or says how it ended. */
  readonly end: () => void;
}

const LINE_EVERY_MS = 5_000;

/** Begins to show `doing`, of which there is `total` to do. */
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

// What is over before the first line needs none.
function lines(doing: string, total: number): ProgressBar {
  let reached = 0;
  let told = false;
  const tell = (): void => {
    told = true;
    process.stderr.write(`${doing}: ${reached} of ${total}\n`);
  };
  const timer = setInterval(tell, LINE_EVERY_MS);
  return {
    at: (done) => (reached = done),
    end: () => {
      clearInterval(timer);
      if (told) tell();
    },
  };
}
