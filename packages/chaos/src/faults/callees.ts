/** Faults of buyers: the weather in which some of them always live, and misbehaviour that befalls any. */
import type { Behaviour } from '@sluice/sink';
import type { Random } from '../random.js';
import type { BuyerKind, ChaosCampaign } from '../world/tenants.js';
import { last, type Fault, type World } from './fault.js';

const WEATHER_EVERY_MS = 700;
const SLOW_MS = 250;

type Script = Omit<Behaviour, 'path'>;

const passing: Readonly<Record<string, Script>> = {
  hang: { mode: 'hang' },
  trickle: { mode: 'trickle' },
  'answer 500': { status: 500, body: { error: 'down for maintenance' } },
  'answer 429': { status: 429, body: { error: 'slow down' }, headers: { 'Retry-After': '2' } },
  'reset after accepting': { mode: 'reset_after' },
  'send 1 GB': { mode: 'huge' },
  'send a gzip bomb': { mode: 'gzip_bomb' },
  'redirect to a metadata address': { mode: 'redirect' },
};

/** One campaign's buyer does something bad to everything it is sent. */
export const badBuyer: Fault = {
  name: 'bad-buyer',
  async play(world, chance) {
    const steady = world.tenants.flatMap(({ campaigns }) => campaigns.filter(({ weight }) => weight > 0));
    const { path } = chance.pick(steady.filter(({ buyer }) => buyer !== 'dead'));
    const [what, script] = chance.pick(Object.entries(passing));
    // Bodies of 1 GB cost the machine more than they teach the product when there are many.
    const times = script.mode === 'huge' || script.mode === 'gzip_bomb' ? { times: 3 } : {};
    world.log.note(`${path}: ${what}`);
    await world.buyers.script({ path, ...script, ...times });
    await last(world, 4, 1.2);
    await world.buyers.unscript(path);
  },
};

/** Starts the weather; the answer stops it. */
export function startWeather({ buyers, tenants }: World, chance: Random): () => void {
  const campaigns = tenants.flatMap((tenant) => tenant.campaigns);
  const settled = async (campaign: ChaosCampaign, script: Script) =>
    buyers.script({ path: campaign.path, ...script }).catch(() => undefined);
  for (const campaign of campaigns) {
    if (campaign.buyer === 'dead') void settled(campaign, { mode: 'reset' });
    if (campaign.buyer === 'slow') void settled(campaign, { delayMs: SLOW_MS });
  }
  const timer = setInterval(() => {
    for (const campaign of campaigns) {
      const script = weatherFor(campaign.buyer, chance);
      const times = chance.between(0, 2);
      if (script && campaign.weight > 0 && times > 0) void settled(campaign, { ...script, times });
    }
  }, WEATHER_EVERY_MS);
  return () => clearInterval(timer);
}

function weatherFor(buyer: BuyerKind, chance: Random): Script | undefined {
  switch (buyer) {
    case 'flaky':
      return passing['answer 500'];
    case 'throttling':
      return passing['answer 429'];
    case 'hanging':
      return passing['hang'];
    case 'resetting':
      return passing['reset after accepting'];
    case 'odd':
      return chance.pick([passing['trickle'], passing['redirect to a metadata address']]);
    case 'picky':
      return { status: 422, body: { error: 'not this one' } };
    case 'good':
    case 'slow':
    case 'dead':
      return undefined;
  }
}
