/** Loads the data of a page: at first, on request, when its question changes, and when the connection is restored. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { recoveries } from './connection.js';
import { asProblem, type Problem } from './problem.js';

/** The state of loaded data. */
export type Load<Data> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly data: Data; readonly loadedAt: Date }
  /** `last` is the data loaded before the failure. */
  | { readonly kind: 'failed'; readonly problem: Problem; readonly last?: Data };

/** A state, and a function that loads again. */
export interface Loader<Data> {
  readonly load: Load<Data>;
  /** Loads again; the old data stays visible until the answer arrives. */
  readonly reload: () => void;
}

/**
 * Loads with `read` at once and whenever `question` changes (compared as JSON), and every `everyMs` if given. An answer
 * to an earlier question is dropped.
 */
export function useLoad<Data>(
  read: (signal: AbortSignal) => Promise<Data>,
  question: unknown = null,
  everyMs?: number,
): Loader<Data> {
  const asked = JSON.stringify(question);
  const [state, setState] = useState<{ readonly asked: string; readonly load: Load<Data> }>();
  const [round, setRound] = useState(0);
  const latest = useRef(read);
  latest.current = read;
  const unanswered = useRef(false);
  const recovered = recoveries.value;

  useEffect(() => {
    const abort = new AbortController();
    unanswered.current = true;
    const answered = (): void => {
      if (!abort.signal.aborted) unanswered.current = false;
    };
    const asking = latest.current(abort.signal);
    asking.then(answered, answered);
    asking.then(
      (data) => {
        if (!abort.signal.aborted) setState({ asked, load: { kind: 'ready', data, loadedAt: new Date() } });
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        setState((before) => {
          const last = before?.asked === asked ? dataOf(before.load) : undefined;
          const problem = asProblem(error);
          return { asked, load: { kind: 'failed', problem, ...(last !== undefined && { last }) } };
        });
      },
    );
    return () => abort.abort();
  }, [asked, round, recovered]);

  const reload = useCallback(() => setRound((n) => n + 1), []);
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => {
      // A slow answer is awaited: a new request would drop it each time.
      if (document.visibilityState === 'visible' && !unanswered.current) reload();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, reload]);

  return { load: state?.asked === asked ? state.load : { kind: 'loading' }, reload };
}

/** The data to show, if there is any. */
export function dataOf<Data>(load: Load<Data>): Data | undefined {
  if (load.kind === 'ready') return load.data;
  return load.kind === 'failed' ? load.last : undefined;
}
