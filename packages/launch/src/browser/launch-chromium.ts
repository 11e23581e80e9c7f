/** Starts Chromium with a fresh profile and without a word to the outside: for one caller, or for several that share it. */
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

/** A browser that others join by its address. */
export interface ServedChromium {
  /** What `CHROMIUM_SERVER` names. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * The browser that `CHROMIUM_SERVER` in `env` names, else one that is started at `path`. Each caller has pages, cookies
 * and storage of its own, which go away when it closes the browser.
 */
export async function launchChromium(path: string, env: NodeJS.ProcessEnv = process.env): Promise<Browser> {
  // Only what looks at pages pays for loading the library.
  const { chromium } = await import('playwright-core');
  const server = env['CHROMIUM_SERVER'];
  return server ? chromium.connect(server) : chromium.launch({ executablePath: path, args: quiet });
}

/** Starts the browser at `path` for all who give its address as `CHROMIUM_SERVER`, on this machine alone. */
export async function serveChromium(path: string): Promise<ServedChromium> {
  const { chromium } = await import('playwright-core');
  const server = await chromium.launchServer({
    ...{ executablePath: path, args: quiet, host: '127.0.0.1' },
    // What a signal ends, and in which order, is for the caller to say; the browser ends with this process.
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
  });
  return { url: server.wsEndpoint(), stop: () => server.close() };
}
