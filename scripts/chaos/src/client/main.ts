/** An affiliate as a process: follows the run's orders, keeps its ledger, and ends with the run. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../random.js';
import { openAffiliate } from './affiliate.js';
import type { ClientOrder } from './messages.js';

interface ClientSetup {
  readonly gatewayUrl: string;
  readonly apiKey: string;
  readonly tenantId: string;
  readonly seed: number;
  readonly ledgerFile: string;
}

const { ledgerFile, seed, ...where } = JSON.parse(process.argv[2] ?? '{}') as ClientSetup;
const ledger = openSync(ledgerFile, 'a');
const random = seededRandom(seed).fork(where.tenantId);
const LIST_EVERY_MS = 2_000;
const GIVE_BACK_EVERY_MS = 500;
/** The maximum of unanswered requests; during an outage the affiliate waits instead of adding more. */
const WAITING_AT_MOST = 300;
/** One in this many accepted leads is reported to the run. */
const REPORT_EVERY = 20;

let accepted = 0;
const affiliate = openAffiliate({
  ...where,
  random,
  write: (line) => void writeSync(ledger, `${JSON.stringify(line)}\n`),
  receipts: (leadId) => {
    accepted += 1;
    if (accepted % REPORT_EVERY === 1) process.send?.({ leadId });
  },
});

let finishing = false;
let bursts = 0;
const listing = setInterval(() => void affiliate.list(), LIST_EVERY_MS);
const givingBack = setInterval(() => void affiliate.giveBack(), GIVE_BACK_EVERY_MS);

process.on('message', (message) => {
  const order = message as ClientOrder;
  switch (order.order) {
    case 'steady':
      void steady(order);
      return;
    case 'burst':
      void burst(order);
      return;
    case 'probe':
      void affiliate.probe(order.leadId);
      return;
    case 'finish':
      void finish(order.withinMs);
  }
});
process.once('disconnect', () => process.exit(1));

async function steady({
  perSecond,
  campaigns,
  seconds = Infinity,
}: Extract<ClientOrder, { order: 'steady' }>): Promise<void> {
  const endsAt = performance.now() + seconds * 1000;
  const urn = campaigns.flatMap(({ campaignId, weight }) => Array.from({ length: weight }, () => campaignId));
  while (!finishing && performance.now() < endsAt) {
    await pause((1_000 / perSecond) * (0.5 + random.next()));
    if (affiliate.waiting() < WAITING_AT_MOST && !finishing) void affiliate.submit(random.pick(urn));
  }
}

async function burst({
  campaignId,
  count,
  atOnce,
  twins,
  seconds = Infinity,
}: Extract<ClientOrder, { order: 'burst' }>): Promise<void> {
  const endsAt = performance.now() + seconds * 1000;
  bursts += 1;
  let left = count;
  const one = async () => {
    while (left > 0 && !finishing && performance.now() < endsAt) {
      left -= 1;
      await affiliate.submit(campaignId, twins);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  bursts -= 1;
}

async function finish(withinMs: number): Promise<void> {
  finishing = true;
  clearInterval(listing);
  clearInterval(givingBack);
  affiliate.giveUpAfter(withinMs);
  while (affiliate.waiting() > 0 || bursts > 0) await pause(50);
  await affiliate.list();
  closeSync(ledger);
  process.exit(0);
}
