/** Server-sent events that come back by themselves: after a lost connection, a restart of the server, or silence. */
import { useEffect, useRef } from 'preact/hooks';
import { connection, noteLost, recoveries } from './connection.js';
import { loadSession } from './session.js';

/** What is done with each kind of event; `data` is its JSON, read. */
export type LiveHandlers = Readonly<Record<string, (data: never) => void>>;

const REOPEN_AFTER_MS = 1_000;

/** Opens a stream and keeps it open; answers what closes it. After `silentAfterMs` without an event it is opened anew. */
function openLiveStream(path: string, handlers: LiveHandlers, silentAfterMs = 20_000): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  const again = (afterMs: number, then: () => void): void => {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(then, afterMs);
  };
  const open = (): void => {
    source?.close();
    source = new EventSource(path);
    const alive = (): void => again(silentAfterMs, open);
    source.onopen = alive;
    source.onerror = () => {
      source?.close();
      // A browser does not tell why: the session says whether it has ended, or whether nothing answers.
      loadSession().then(
        () => again(REOPEN_AFTER_MS, open),
        () => {
          noteLost();
          again(REOPEN_AFTER_MS, openWhenConnected);
        },
      );
    };
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        alive();
        handle(JSON.parse(data) as never);
      });
    }
    alive();
  };
  const openWhenConnected = (): void =>
    connection.value.kind === 'connected' ? open() : again(REOPEN_AFTER_MS, openWhenConnected);

  open();
  const unsubscribe = recoveries.subscribe((count) => {
    if (count > 0 && !closed && source?.readyState === EventSource.CLOSED) open();
  });
  return () => {
    closed = true;
    clearTimeout(timer);
    unsubscribe();
    source?.close();
  };
}

/** Keeps a stream open while the component is shown; `undefined` opens none. */
export function useLiveStream(path: string | undefined, handlers: LiveHandlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  const names = Object.keys(handlers).join();
  useEffect(() => {
    if (path === undefined) return undefined;
    const passed = names
      .split(',')
      .map((name) => [name, (data: never) => latest.current[name]?.(data)] as const);
    return openLiveStream(path, Object.fromEntries(passed));
  }, [path, names]);
}
