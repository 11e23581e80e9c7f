/** The command against an admin API on the demo tenant: with a key only, and without access to the stores. */
import { ADMIN_PATH, createAdminRouter, identifyByKey } from '@sluice/admin';
import { readSettings } from '@sluice/contracts';
import { openAccounts } from '@sluice/identity';
import { newKey, sealingKey } from '@sluice/store';
import { listen, testEncryptionKey, type Ended } from '@sluice/testing';
import express from 'express';
import type { ChildProcess } from 'node:child_process';
import { openDemoCommand, type Command } from './command.js';

/** The environment of a command with `--server`. */
export interface ServedCommand extends Command {
  /** Admin keys; the audit names their holders as `who may <role>`. */
  readonly keys: Readonly<Record<'administer' | 'operate' | 'view', string>>;
  /** Runs `sluice … --server`, by default with an administrator's key. */
  readonly over: (
    args: readonly string[],
    key?: string,
    begun?: (child: ChildProcess) => void,
  ) => Promise<Ended>;
}

export async function openServedCommand(): Promise<ServedCommand> {
  const command = await openDemoCommand();
  const { core, stores, redis } = command;
  // The demo's buyers are on this machine.
  const reads = readSettings({ outboundAllow: ['127.0.0.0/8'] });
  const encryptionKeys = [sealingKey(testEncryptionKey)];
  const dashboardUrl = 'https://dashboard.example';
  const deps = {
    ...core,
    redis,
    encryptionKeys,
    reads,
    accounts: openAccounts(stores, encryptionKeys),
    dashboardUrl,
  };
  const keys = { administer: newKey('sla_'), operate: newKey('sla_'), view: newKey('sla_') };
  for (const role of ['administer', 'operate', 'view'] as const) {
    await stores.adminKeys.add(keys[role], { role, name: `who may ${role}`, createdAt: stores.clock.now() });
  }
  const app = express().use(ADMIN_PATH, createAdminRouter(deps, identifyByKey({ stores, redis })));
  const { url, close } = await listen(app);
  command.onClose(close);
  const noStores = { MONGODB_URL: '', REDIS_URL: '' };
  return Object.assign(command, {
    keys,
    over: (args: readonly string[], key = keys.administer, begun?: (child: ChildProcess) => void) =>
      command.sluice([...args, '--server', url], { ...noStores, SLUICE_ADMIN_KEY: key }, begun),
  });
}
