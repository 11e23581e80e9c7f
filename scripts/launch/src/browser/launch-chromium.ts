/** Starts Chromium with a fresh profile and without any calls to the outside. */
import type { Browser } from 'playwright-core';

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Starts the browser at `path`. */
export async function launchChromium(path: string): Promise<Browser> {
  // Imported only here, so that other users do not pay for loading the library.
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath: path, args: quiet });
}
