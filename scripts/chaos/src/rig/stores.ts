/** The run's Redis and MongoDB: those of `npm start`, which restart by themselves with their data when they are killed. */
import { join } from 'node:path';
import { findOrStartStores, type Backend } from '@sluice/launch';
import { openLink, type Link } from '@sluice/testing';

/** Starts both with their data in `folder`; a run kills its stores, so it never uses given ones. */
export function startStores(folder: string, note: (line: string) => void) {
  return findOrStartStores({}, { dataDir: folder, logDir: join(folder, 'logs'), note }, () => undefined);
}

/** The address of the run's data in a store, through a link if one is given. */
export function dataIn({ url }: Backend, link?: Link): string {
  const address = new URL(url);
  if (link) address.port = String(link.port);
  if (address.protocol === 'mongodb:') address.pathname = '/chaos';
  return address.href;
}

/** Opens a link to a store. */
export function linkTo({ url }: Backend): Promise<Link> {
  return openLink(Number(new URL(url).port));
}

/** Sends a signal to a store's current process, if there is one. */
export function signal({ pid }: Backend, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, name);
  } catch {
    // It was killed and has not restarted yet.
  }
}
