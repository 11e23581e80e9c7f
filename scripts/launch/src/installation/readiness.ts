/** Waits until a process can take traffic. */
import { setTimeout as sleep } from 'node:timers/promises';

const ASK_EVERY_MS = 100;

/** Resolves once `url` answers 200. `checkHope` is called before every attempt and ends the wait by throwing. */
export async function waitUntilReady(url: string, checkHope: () => void): Promise<void> {
  for (;;) {
    checkHope();
    if (await answersOk(url)) return;
    await sleep(ASK_EVERY_MS);
  }
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
