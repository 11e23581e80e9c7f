/** Starts a yardstick with the same processes as Sluice: a gateway, three stages, and the stores. */
import { openStores } from '@sluice/store';
import { openPendingWork } from '../measure/pending-work.js';
import { signal } from '../measure/processes.js';
import { allDelivered } from '../measure/verify.js';
import type { Contestant } from '../scenario.js';
import type { Buyer } from '../load/buyer.js';
import { prepareYardstickStore, yardstickTenant } from './documents.js';
import { stages } from './queues.js';
import { startProgram, type RunningProgram } from './start-program.js';
import type { YardstickStores } from './start-stores.js';

/** A yardstick, by the name of its program. */
export type YardstickName = 'floor' | 'batches' | 'naive';

/** A running yardstick. */
export interface Yardstick extends Contestant {
  stop(): Promise<void>;
}

/** Starts a yardstick on stores of its own. The floor uses no database. */
export async function startYardstick(
  name: YardstickName,
  stores: YardstickStores,
  buyer: Buyer,
): Promise<Yardstick> {
  const hasStore = name !== 'floor';
  const { redisUrl, mongodbUrl } = stores;
  const buyerPath = `/buyers/${name}`;
  const settings = { redisUrl, mongodbUrl, buyerUrl: `${buyer.url}${buyerPath}` };
  if (hasStore) await prepare(mongodbUrl);
  const roles = ['gateway', ...stages] as const;
  const programs: (readonly [string, RunningProgram])[] = [];
  for (const role of roles) programs.push([role, await startProgram(name, role, settings)]);
  const pending = hasStore ? await openPendingWork(mongodbUrl) : undefined;
  const pidsOf = (names: readonly string[]) =>
    Object.fromEntries(programs.flatMap(([role, { pid }]) => (names.includes(role) ? [[role, [pid]]] : [])));
  return {
    target: { url: programs[0]?.[1].url ?? '', apiKey: 'none', campaignIds: ['PLAIN'] },
    buyerPath,
    stores: hasStore ? { redisUrl, mongodbUrl } : { redisUrl },
    pids: () => ({
      ...pidsOf(roles),
      redis: stores.pids().redis,
      ...(hasStore && { mongodb: stores.pids().mongodb }),
    }),
    workers: () => pidsOf(stages),
    atRest: async () => pending?.awaitSubmissions(yardstickTenant),
    verify: async () => {
      if (pending) allDelivered(await pending.undelivered(yardstickTenant));
    },
    async stop() {
      // A paused process could not receive the request to end.
      signal(pidsOf(roles), 'SIGCONT');
      await pending?.close();
      await Promise.all(programs.map(([, program]) => program.stop()));
    },
  };
}

// The indexes are the product's own, so that they stay the same when the product changes them.
async function prepare(mongodbUrl: string): Promise<void> {
  const product = await openStores(mongodbUrl);
  await product.prepare();
  await product.close();
  await prepareYardstickStore(mongodbUrl);
}
