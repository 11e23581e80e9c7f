/**
 * Whether the dashboard's server can be reached: lost as soon as a call fails to reach it, restored once it answers a
 * poll.
 */
import { signal } from '@preact/signals';

/** The state of the connection. */
export type Connection = { readonly kind: 'connected' } | { readonly kind: 'lost'; readonly since: Date };

/** The current state; the frame shows a banner while the connection is lost. */
export const connection = signal<Connection>({ kind: 'connected' });

/** Grows by one with each recovery, so that everything on the page reloads. */
export const recoveries = signal(0);

const ASK_EVERY_MS = 2_000;
const LOOK_EVERY_MS = 10_000;
const ANSWER_WITHIN_MS = 5_000;

/** Notes that the server did not answer, and polls until it does. */
export function noteLost(): void {
  if (connection.value.kind === 'lost') return;
  connection.value = { kind: 'lost', since: new Date() };
  setTimeout(() => void askAgain(), ASK_EVERY_MS);
}

/** Checks from time to time while the page is visible, so that a loss shows even on a page that loads nothing. */
export function watchConnection(): void {
  addEventListener('offline', noteLost);
  addEventListener('online', () => void askAgain());
  setInterval(() => {
    if (document.visibilityState === 'visible' && connection.value.kind === 'connected') void look();
  }, LOOK_EVERY_MS);
}

async function look(): Promise<void> {
  if (!(await answers())) noteLost();
}

async function askAgain(): Promise<void> {
  if (connection.value.kind === 'connected') return;
  if (await answers()) {
    connection.value = { kind: 'connected' };
    recoveries.value += 1;
  } else {
    setTimeout(() => void askAgain(), ASK_EVERY_MS);
  }
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })).ok;
  } catch {
    return false;
  }
}
