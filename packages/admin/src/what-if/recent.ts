/** The last real leads, each decided twice: with the configuration as it is, and as it would be. */
import type { LeadRecord } from '@sluice/contracts';
import { explainDecision, sentence, type Wording } from '@sluice/domain';
import { simulateLead, type Simulation, type SimulationStores } from '@sluice/pipeline';
import { endOf } from './foreseen-view.js';
import { newSide, noteOffer, offeredBy, type Side } from './offered.js';
import { storesAsIf } from './stores-as-if.js';
import { submissionOf } from './submissions.js';

/** Simulated concurrently; each reads a few documents. */
const AT_ONCE = 20;

/** What the leads are decided with. */
export interface Twice {
  readonly campaignId: string;
  /** As it is; undefined if it does not have the campaign. */
  readonly now: SimulationStores | undefined;
  /** As it would be. */
  readonly changed: SimulationStores;
  /** Whether members of groups take turns: then each lead depends on the ones before it. */
  readonly inTurns: boolean;
  readonly wording: Wording;
  readonly hasMailServer: boolean;
}

type Decided = Awaited<ReturnType<typeof decideTwice>>;

/** Decides the leads, which are newest first, in the order in which they came in. */
export async function decideRecent(leads: readonly LeadRecord[], twice: Twice) {
  const sides = { now: newSide(), changed: newSide() };
  const decided: Decided[] = [];
  const atOnce = twice.inTurns ? 1 : AT_ONCE;
  const inOrder = leads.toReversed();
  for (let from = 0; from < inOrder.length; from += atOnce) {
    const group = inOrder.slice(from, from + atOnce);
    decided.push(...(await Promise.all(group.map((lead) => decideTwice(lead, sides, twice)))));
  }
  const differing = decided.filter(({ from, to }) => from.label !== to.label).reverse();
  return {
    looked: decided.length,
    differ: differing.length,
    offered: { now: offeredBy(sides.now), changed: offeredBy(sides.changed) },
    groups: groupsOf(differing),
    leads: differing,
  };
}

async function decideTwice(
  lead: LeadRecord,
  sides: Readonly<Record<'now' | 'changed', Side>>,
  { campaignId, now, changed, wording, hasMailServer }: Twice,
) {
  const submission = submissionOf(lead, campaignId);
  // Another lead has the claim, whatever the campaign's rules say.
  if (lead.status === 'duplicate') return unchanged(lead);
  const as = async (stores: SimulationStores, side: Side) => {
    const asIf = { at: lead.createdAt, roomForAll: side.turns } as const;
    const simulation = await simulateLead(storesAsIf(stores, lead.tenantId, asIf), submission, {
      hasMailServer,
    });
    noteOffer(side, simulation);
    return simulation;
  };
  const [was, is] = await Promise.all([now && as(now, sides.now), as(changed, sides.changed)]);
  return {
    leadId: lead.leadId,
    createdAt: lead.createdAt.toISOString(),
    from: was ? endOf(was) : ({ label: `there is no campaign ${campaignId}`, tone: 'quiet' } as const),
    to: endOf(is),
    because: differingDecision(was, is, wording),
  };
}

function unchanged({ leadId, createdAt }: LeadRecord) {
  const end = { label: 'duplicate', tone: 'bad' } as const;
  const because = sentence('Another lead has the same values.', 'bad');
  return { leadId, createdAt: createdAt.toISOString(), from: end, to: end, because };
}

// The first decision that differs; if none does, the last.
function differingDecision(before: Simulation | undefined, after: Simulation, wording: Wording) {
  const last = after.decisions.length - 1;
  const at = after.decisions.findIndex(({ decision }, index) => {
    const other = before?.decisions[index]?.decision;
    return (
      before &&
      JSON.stringify([decision.kind, decision.reason]) !== JSON.stringify([other?.kind, other?.reason])
    );
  });
  const { stage, decision } = after.decisions[at < 0 ? last : at] as Simulation['decisions'][number];
  return explainDecision(stage, decision, wording);
}

interface Ends {
  readonly from: { readonly label: string };
  readonly to: { readonly label: string };
}

function groupsOf(differing: readonly Ends[]) {
  const counts = new Map<string, { from: string; to: string; count: number }>();
  for (const { from, to } of differing) {
    const key = JSON.stringify([from.label, to.label]);
    const known = counts.get(key) ?? { from: from.label, to: to.label, count: 0 };
    counts.set(key, { ...known, count: known.count + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}
