/** A gateway in a real browser. Without Chromium the suite is skipped. */
import { findChromium, launchChromium } from '@sluice/launch';
import type { Browser } from 'playwright-core';
import { openGateway, type Gateway, type GatewayOptions } from './gateway.js';

const path = findChromium(process.env);
if (path === undefined) {
  process.stderr.write('SKIPPED: no Chromium here. Install it, or set CHROMIUM_PATH.\n');
}

/** `describe`, or `describe.skip` if there is no browser. */
export const inBrowser = path === undefined ? describe.skip : describe;

/** Starts a gateway and, where there is one, a browser, which ends with it. */
export async function openGatewayInBrowser(
  options?: GatewayOptions,
): Promise<Gateway & { readonly browser: Browser }> {
  const world = await openGateway(options);
  // Without one, nothing asks for it.
  const browser = path === undefined ? undefined : await launchChromium(path);
  world.onClose(async () => browser?.close());
  return Object.assign(world, { browser: browser! });
}
