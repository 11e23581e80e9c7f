import type { LimitChange } from '../rig/tenants.js';
import { addPlaced, inSeconds, type MadeUp } from './made-up.js';
import { change, spoiled } from './spoil.js';

// The leads of a made-up run are routed 80 s, and offered to their buyer 75 s, before it is read.
const made = (seconds: number, more: Partial<LimitChange> = {}): LimitChange => ({
  tenantId: 'north',
  campaignId: 'DUP',
  clientId: 'cli_dup',
  begunAt: inSeconds(seconds - 1).toISOString(),
  madeAt: inSeconds(seconds).toISOString(),
  campaign: { type: 'daily', cap: 1 },
  zone: 'UTC',
  ...more,
});

/** The complaints about limits after two leads were placed under these changes; `spoil` makes it otherwise. */
const complaints = (changes: readonly LimitChange[], spoil: (run: MadeUp) => void = () => undefined) =>
  spoiled((run) => {
    for (const n of [3, 4]) addPlaced(run, { tenantId: 'north', n, campaignId: 'DUP' });
    run.limits.push(...changes);
    spoil(run);
  }).filter((complaint) => complaint.includes('known'));
const over = (seconds: number, text: string) =>
  `I3 north/DUP from ${inSeconds(seconds).toISOString()} ${text} at a cap of 1 that was known`;

/** Routes the submission when `routedAt` says, and offers it at once. */
const routed = ({ database }: MadeUp, id: string, routedAt: number) => {
  const decision = {
    kind: 'routed',
    campaignId: 'DUP',
    clientId: 'cli_dup',
    reservedAt: inSeconds(routedAt),
  };
  change(database.decisions, `${id}.routing.0`, { decision });
  change(database.attempts, `${id}.delivery.0.1`, { startedAt: inSeconds(routedAt) });
};

describe('the chaos check I3 (changed limits)', () => {
  it('detects leads beyond a cap of the campaign or the client that was known', () => {
    expect(complaints([made(-100)])).toEqual([over(-100, '(daily) let in 2 leads beside 0')]);
    const { campaign: _none, ...ofClient } = made(-100, { client: { type: 'daily', cap: 1 } });
    const both = (run: MadeUp) => {
      for (const n of [3, 4]) routed(run, `north/sub_${n}`, -80);
    };
    expect(complaints([ofClient], both)).toEqual([over(-100, '(client) let in 2 leads beside 0')]);
  });

  it('counts those that were on their way before', () => {
    const before = (run: MadeUp) => routed(run, 'north/sub_3', -110);
    expect(complaints([made(-100)], before)).toEqual([over(-100, '(daily) let in 1 leads beside 1')]);
  });

  it('permits leads that were routed before the limit was known, or after it was gone', () => {
    expect(complaints([made(-82)])).toEqual([]);
    expect(complaints([made(-100), made(-79, { campaign: { type: 'daily', cap: 2 } })])).toEqual([]);
  });

  it('says nothing about a change that may not have been stored', () => {
    const { madeAt: _unknown, ...unsure } = made(-100);
    expect(complaints([unsure])).toEqual([]);
  });

  it('permits an hourly cap as many leads in the next hour', () => {
    const hourly = made(-7_000, { campaign: { type: 'hourly', cap: 1 } });
    const earlier = (run: MadeUp) => routed(run, 'north/sub_3', -3_700);
    expect(complaints([hourly], earlier)).toEqual([]);
    expect(complaints([hourly])).toHaveLength(1);
  });
});
