/** Faults of buyers: continuous misbehaviour of some, and single faults of any. */
import type { Behaviour } from '@sluice/sink';
import type { Random } from '../random.js';
import { answeredPrice, type ChaosCampaign } from '../rig/tenants.js';
import { last, type Fault, type Rig } from './fault.js';

const WEATHER_EVERY_MS = 700;
const SLOW_MS = 250;

type Script = Omit<Behaviour, 'path'>;

const transient: Readonly<Record<string, Script>> = {
  hang: { mode: 'hang' },
  trickle: { mode: 'trickle' },
  'answer 500': { status: 500, body: { error: 'down for maintenance' } },
  'answer 429': { status: 429, body: { error: 'slow down' }, headers: { 'Retry-After': '2' } },
  'reset after accepting': { mode: 'reset_after' },
  'send 1 GB': { mode: 'huge' },
  'send a gzip bomb': { mode: 'gzip_bomb' },
  'redirect to a metadata address': { mode: 'redirect' },
};

const NOT_THIS_ONE: Script = { status: 422, body: { error: 'not this one' } };

/** One campaign's buyer misbehaves on every request. */
export const badBuyer: Fault = {
  name: 'bad-buyer',
  async play(rig, chance) {
    const steady = rig.tenants.flatMap(({ campaigns }) => campaigns.filter(({ weight }) => weight > 0));
    const { path } = chance.pick(steady.filter(({ buyer }) => buyer !== 'dead'));
    const [what, script] = chance.pick(Object.entries(transient));
    // Many bodies of 1 GB would cost the machine more than they test.
    const times = script.mode === 'huge' || script.mode === 'gzip_bomb' ? { times: 3 } : {};
    rig.log.note(`${path}: ${what}`);
    await rig.buyers.script({ path, ...script, ...times });
    await last(rig, 4, 1.2);
    await rig.buyers.unscript(path);
  },
};

/** Starts the continuous misbehaviour; the returned function stops it. */
export function startWeather({ buyers, tenants }: Rig, chance: Random): () => void {
  const campaigns = tenants.flatMap((tenant) => tenant.campaigns);
  const settled = async (campaign: ChaosCampaign, script: Script) =>
    buyers.script({ path: campaign.path, ...script }).catch(() => undefined);
  for (const campaign of campaigns) {
    if (campaign.buyer === 'dead') void settled(campaign, { mode: 'reset' });
    if (campaign.buyer === 'refusing')
      void settled(campaign, { status: 422, body: { message: 'not wanted' } });
    if (campaign.buyer === 'slow') void settled(campaign, { delayMs: SLOW_MS });
  }
  const timer = setInterval(() => {
    for (const campaign of campaigns) {
      const script = weatherFor(campaign, chance);
      const times = chance.between(0, 2);
      if (script && isInUse(campaign) && times > 0) void settled(campaign, { ...script, times });
    }
  }, WEATHER_EVERY_MS);
  return () => clearInterval(timer);
}

// A member of a group gets its leads by that.
function isInUse({ weight, price }: ChaosCampaign): boolean {
  return weight > 0 || price !== undefined;
}

function weatherFor({ buyer, price }: ChaosCampaign, chance: Random): Script | undefined {
  switch (buyer) {
    case 'flaky':
      return transient['answer 500'];
    case 'throttling':
      return transient['answer 429'];
    case 'hanging':
      return transient['hang'];
    case 'resetting':
      return transient['reset after accepting'];
    case 'odd':
      return chance.pick([transient['trickle'], transient['redirect to a metadata address']]);
    case 'picky':
      return NOT_THIS_ONE;
    case 'choosy':
      return chance.pick([
        transient['answer 500'],
        NOT_THIS_ONE,
        { status: 200, body: answeredPrice(price ?? { minor: 0 }) },
      ]);
    case 'good':
    case 'refusing':
    case 'slow':
    case 'dead':
      return undefined;
  }
}
