/** The command on stores of its own. */
import { join } from 'node:path';
import { sluiceOn, testEncryptionKey, writeDemoTenantAtNoon, type RunSluice } from '@sluice/testing';
import { openWorld, type World, type WorldOptions } from '@sluice/testing/core';
import { projectRoot } from '@sluice/local';
import { applyTenantFile } from '../src/apply/apply-tenant-file.js';

/** The command and what it works on; its data folder is that of the world. */
export interface Command extends World {
  readonly sluice: RunSluice;
}

/** The demo tenant's file. */
export const demoFile = join(projectRoot, 'examples', 'demo-tenant.yaml');

export async function openCommand(options?: WorldOptions): Promise<Command> {
  const world = await openWorld(options);
  return Object.assign(world, { sluice: sluiceOn(world, world.folder) });
}

/** The same with the demo tenant applied in process; it is noon there. */
export async function openDemoCommand(): Promise<Command> {
  const command = await openCommand();
  await applyTenantFile(writeDemoTenantAtNoon(command.folder), {
    mongoUrl: command.mongodbUrl,
    env: { OUTBOUND_ALLOW: '127.0.0.0/8' },
    encryptionKey: testEncryptionKey,
  });
  return command;
}
