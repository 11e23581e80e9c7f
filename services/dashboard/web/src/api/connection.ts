/**
 * Whether the dashboard's server can be reached: lost as soon as a call fails to reach it, restored once it answers a
 * poll. While it is lost, queries wait; what failed or grew old meanwhile loads again once it is back.
 */
import { onlineManager, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';

interface Connection {
  /** When it was lost; undefined while there is one. */
  readonly lostSince: Date | undefined;
}

/** The current state; the frame shows a banner while the connection is lost. */
export const useConnection = create<Connection>(() => ({ lostSince: undefined }));

const ASK_EVERY_MS = 2_000;
const LOOK_EVERY_MS = 10_000;
const ANSWER_WITHIN_MS = 5_000;

// A browser knows only its own network, so the library takes the state from here.
onlineManager.setEventListener(() => undefined);
useConnection.subscribe(({ lostSince }) => onlineManager.setOnline(lostSince === undefined));

/** Notes that the server did not answer. */
export function noteLost(): void {
  useConnection.setState(({ lostSince = new Date() }) => ({ lostSince }));
}

/** Resolves once the server can be reached, at once if it can be now. */
export async function whenConnected(): Promise<void> {
  if (await answers()) return;
  noteLost();
  await new Promise<void>((resolve) => {
    const stop = useConnection.subscribe(({ lostSince }) => {
      if (lostSince !== undefined) return;
      stop();
      resolve();
    });
  });
}

/** Polls the server while the page is visible, so that a loss shows even on a page that loads nothing. */
export function useWatchedConnection(): Connection {
  const connection = useConnection();
  const { refetch } = useQuery({
    queryKey: ['/healthz'],
    queryFn: look,
    initialData: null,
    staleTime: Infinity,
    refetchInterval: connection.lostSince ? ASK_EVERY_MS : LOOK_EVERY_MS,
    refetchOnWindowFocus: 'always',
    networkMode: 'always',
  });
  useEffect(() => {
    const back = (): void => void refetch();
    addEventListener('offline', noteLost);
    addEventListener('online', back);
    return () => {
      removeEventListener('offline', noteLost);
      removeEventListener('online', back);
    };
  }, [refetch]);
  return connection;
}

async function look(): Promise<null> {
  if (await answers()) useConnection.setState({ lostSince: undefined });
  else noteLost();
  return null;
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })).ok;
  } catch {
    return false;
  }
}
