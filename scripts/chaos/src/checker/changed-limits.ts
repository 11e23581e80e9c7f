/** I3, for limits that come, go and change under load: none is exceeded by leads routed after it was known everywhere. */
import type { LimitChange } from '../rig/tenants.js';
import {
  CLOCKS_AGREE_WITHIN_MS,
  generationOf,
  type Findings,
  type Story,
  type Violation,
} from './evidence.js';

/** From a change on, for so long, processes may still use the limit before it. */
const KNOWN_EVERYWHERE_MS = 2_500;
const HOUR_MS = 3_600_000;

/** A limit while it was known everywhere. */
export interface KnownLimit {
  readonly subject: string;
  readonly cap: number;
  /** The leads that it let in. */
  readonly placed: number;
  /** Those that were on their way, or placed, before; they take room first. */
  readonly before: number;
  /** Whether it let in as many as it may, those before it was known everywhere included. */
  readonly reached: boolean;
}

/** Finds limits that were exceeded. */
export function checkChangedLimits(findings: Findings): Violation[] {
  return knownLimits(findings)
    .filter(({ cap, placed, before }) => placed > 0 && placed + before > cap)
    .map(({ subject, cap, placed, before }) => ({
      invariant: 'I3' as const,
      subject,
      what: `let in ${placed} leads beside ${before} at a cap of ${cap} that was known`,
    }));
}

/** Every limit, in each of its periods, with the leads that were placed under it. */
export function knownLimits(findings: Findings): readonly KnownLimit[] {
  return findings.limits.flatMap((change, index) => {
    const { tenantId, campaignId, clientId, madeAt, campaign, client } = change;
    if (madeAt === undefined) return [];
    const isOfCampaign = (other: LimitChange) =>
      other.tenantId === tenantId && other.campaignId === campaignId;
    const next = findings.limits.slice(index + 1).find(isOfCampaign);
    const known = {
      from: Date.parse(madeAt) + KNOWN_EVERYWHERE_MS + CLOCKS_AGREE_WITHIN_MS,
      until: next ? Date.parse(next.begunAt) - CLOCKS_AGREE_WITHIN_MS : Infinity,
    };
    const of = (owner: 'campaignId' | 'clientId', id: string) =>
      [...findings.stories.values()].filter(
        (story) => story.tenantId === tenantId && story.routed?.decision[owner] === id,
      );
    const name = `${tenantId}/${campaignId} from ${madeAt}`;
    return [
      ...(campaign
        ? inEachPeriod(`${name} (${campaign.type})`, of('campaignId', campaignId), campaign, known)
        : []),
      ...(client ? inEachPeriod(`${name} (client)`, of('clientId', clientId), client, known) : []),
    ];
  });
}

// No day ends during a run, in none of the time zones, and all of them have their hours in common.
function inEachPeriod(
  subject: string,
  stories: readonly Story[],
  { type, cap }: NonNullable<LimitChange['campaign']>,
  { from, until }: { readonly from: number; readonly until: number },
): KnownLimit[] {
  const placements = stories.flatMap((story) => placementOf(story) ?? []);
  const periodOf = (at: number) => (type === 'hourly' ? Math.floor(at / HOUR_MS) : 0);
  const isLetIn = ({ at }: Placement) => at >= from && at < until;
  return [...new Set(placements.filter(isLetIn).map(({ at }) => periodOf(at)))].map((period) => {
    const inPeriod = placements.filter(({ at }) => periodOf(at) === period);
    return {
      subject,
      cap,
      placed: inPeriod.filter(isLetIn).length,
      before: inPeriod.filter(({ at, offeredAt }) => at < from && offeredAt < from).length,
      reached: inPeriod.filter(({ at }) => at < until).length >= cap,
    };
  });
}

/** A placed lead: when its slot was reserved, and when it was first offered to the buyer that took it. */
interface Placement {
  readonly at: number;
  readonly offeredAt: number;
}

function placementOf({ routed, endings, attempts }: Story): Placement | undefined {
  if (!routed || endings.at(-1)?.decision.kind !== 'delivered') return undefined;
  const first = attempts.find((attempt) => generationOf(attempt) === routed.generation);
  const at = (routed.decision.reservedAt ?? routed.decidedAt).getTime();
  return { at, offeredAt: first?.startedAt.getTime() ?? Infinity };
}
