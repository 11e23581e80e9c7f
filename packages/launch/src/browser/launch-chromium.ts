/** Starts Chromium with a fresh profile and without a word to the outside. */
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

/** Starts the browser at `path`; its profile goes away with it. */
export async function launchChromium(path: string): Promise<Browser> {
  // Only what looks at pages pays for loading the library.
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath: path, args: quiet });
}
