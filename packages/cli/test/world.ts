/** The test environment of commands: stores of their own, a folder for files, and the command on both. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStores, type Stores } from '@sluice/store';
import {
  sluiceOn,
  testBackends,
  testEncryptionKey,
  writeDemoTenantAtNoon,
  type RunSluice,
  type TestBackends,
  type TestBackendsOptions,
} from '@sluice/testing';
import { projectRoot } from '@sluice/local';
import { applyTenantFile } from '../src/apply/apply-tenant-file.js';

/** The environment of a command. */
export interface World {
  readonly backends: TestBackends;
  readonly stores: Stores;
  /** For files; removed at the end. */
  readonly folder: string;
  readonly sluice: RunSluice;
  close(): Promise<void>;
}

/** The demo tenant's file. */
export const demoFile = join(projectRoot, 'examples', 'demo-tenant.yaml');

export async function openWorld(options?: TestBackendsOptions): Promise<World> {
  const backends = await testBackends({ prepares: true, ...options });
  const stores = await openStores(backends.mongodbUrl);
  await stores.prepare();
  const folder = mkdtempSync(join(tmpdir(), 'sluice-command-'));
  return {
    backends,
    stores,
    folder,
    sluice: sluiceOn(backends, folder),
    close: async () => {
      await stores.close();
      await backends.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A world with the demo tenant applied in process; it is noon there. */
export async function openDemoWorld(): Promise<World> {
  const world = await openWorld();
  await applyTenantFile(writeDemoTenantAtNoon(world.folder), {
    mongoUrl: world.backends.mongodbUrl,
    env: { OUTBOUND_ALLOW: '127.0.0.0/8' },
    encryptionKey: testEncryptionKey,
  });
  return world;
}
