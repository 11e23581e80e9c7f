/** Many leads at once where capacity is scarce, and buyers that misbehave. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Behaviour } from '@sluice/sink';
import type { Random } from '../random.js';
import type { Burst } from '../rig/affiliate.js';
import type { Fault, Rig } from '../rig/rig.js';
import { ANSWERED_PRICE, readCampaigns } from '../rig/tenants.js';

/** One tenant's affiliate posts leads of one of these campaigns at once. */
export const posts = (
  name: string,
  campaignIds: readonly string[],
  burst: Omit<Burst, 'campaignId'>,
): Fault => ({
  name,
  async play({ note, affiliates }, chance) {
    const [affiliate, campaignId] = [chance.pick(affiliates), chance.pick(campaignIds)];
    note(`${burst.count} ${burst.twins ? 'pairs of ' : ''}leads of ${affiliate.tenantId} for ${campaignId}`);
    await affiliate.burst({ campaignId, ...burst });
  },
});

type Script = Omit<Behaviour, 'path'>;

const failing: Script = { status: 500, body: { error: 'down for maintenance' } };
const refusing: Script = { status: 422, body: { error: 'not this one' } };

/** How buyers behave now and then, for few requests: many bodies of 1 GB would cost the machine more than they test. */
const sometimes: Readonly<Record<string, readonly Script[]>> = {
  FLAKY: [failing],
  THROT: [{ status: 429, body: { error: 'slow down' }, headers: { 'Retry-After': '2' } }],
  HANG: [{ mode: 'hang' }],
  RESET: [{ mode: 'reset_after' }],
  BUYS: [{ mode: 'reset_after' }],
  ODD: [{ mode: 'trickle' }, { mode: 'redirect' }, { mode: 'huge' }, { mode: 'gzip_bomb' }],
  QUEUE: [refusing],
  NOPE: [refusing],
  SLOW: [{ delayMs: 250 }],
  SPEND: [failing, refusing, { status: 200, body: { accepted: true, price: ANSWERED_PRICE } }],
};

/** Any buyer misbehaves on every request for some seconds. */
export const badBuyer: Fault = {
  name: 'bad-buyer',
  async play({ note, buyers }, chance) {
    const { path } = chance.pick(readCampaigns());
    const script = chance.pick(Object.values(sometimes).flat());
    note(`${path}: ${JSON.stringify(script)}`);
    buyers.script({ path, ...script, times: 20 });
    await pause(chance.between(1_000, 4_000));
    buyers.unscript(path);
  },
};

/** Starts the usual misbehaviour of buyers; the returned function ends it. */
export function startMisbehaviour({ buyers }: Rig, chance: Random): () => void {
  const campaigns = readCampaigns();
  const timer = setInterval(() => {
    for (const { campaignId, path } of campaigns) {
      const [scripts, times] = [sometimes[campaignId], chance.between(0, 2)];
      if (scripts && times > 0) buyers.script({ path, ...chance.pick(scripts), times });
    }
  }, 700);
  return () => clearInterval(timer);
}
