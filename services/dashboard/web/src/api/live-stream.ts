/** Server-sent events that reconnect automatically: after a lost connection, a restart of the server, or silence. */
import { onlineManager } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { noteLost } from './connection.js';
import { loadSession } from './session.js';

/** The handler of each kind of event; `data` is its parsed JSON. */
export type LiveHandlers = Readonly<Record<string, (data: never) => void>>;

const REOPEN_AFTER_MS = 1_000;

/**
 * Opens a stream and keeps it open; returns a function that closes it. After `silentAfterMs` without an event the
 * stream is reopened.
 */
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
      // A browser does not reveal the reason. Loading the session shows whether it has ended or the server is
      // unreachable.
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
    onlineManager.isOnline() ? open() : again(REOPEN_AFTER_MS, openWhenConnected);

  open();
  const unsubscribe = onlineManager.subscribe((isOnline) => {
    if (isOnline && !closed && source?.readyState === EventSource.CLOSED) open();
  });
  return () => {
    closed = true;
    clearTimeout(timer);
    unsubscribe();
    source?.close();
  };
}

/** Keeps a stream open while the component is shown. */
export function useLiveStream(path: string, handlers: LiveHandlers): void {
  const handle = useEffectEvent((name: string, data: never) => handlers[name]?.(data));
  const names = Object.keys(handlers).join();
  useEffect(() => {
    const passed = names.split(',').map((name) => [name, (data: never) => handle(name, data)] as const);
    return openLiveStream(path, Object.fromEntries(passed));
  }, [path, names]);
}
