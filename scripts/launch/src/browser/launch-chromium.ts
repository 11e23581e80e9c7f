/** Starts Chromium with a fresh profile and without any calls to the outside, for one caller or shared by several. */
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

/** A browser that others connect to by its address. */
export interface ServedChromium {
  /** The value for `CHROMIUM_SERVER`. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * The browser that `CHROMIUM_SERVER` in `env` names, else a new one from `path`. Each caller gets its own pages,
 * cookies and storage, which are removed when it closes the browser.
 */
export async function launchChromium(path: string, env: NodeJS.ProcessEnv = process.env): Promise<Browser> {
  // Imported only here, so that other users do not pay for loading the library.
  const { chromium } = await import('playwright-core');
  const server = env['CHROMIUM_SERVER'];
  return server ? chromium.connect(server) : chromium.launch({ executablePath: path, args: quiet });
}

/** Starts the browser at `path` for all who use its address as `CHROMIUM_SERVER`, on this machine only. */
export async function serveChromium(path: string): Promise<ServedChromium> {
  const { chromium } = await import('playwright-core');
  const server = await chromium.launchServer({
    executablePath: path,
    args: quiet,
    host: '127.0.0.1',
    // The caller handles signals and their order; the browser ends with this process.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return { url: server.wsEndpoint(), stop: () => server.close() };
}
