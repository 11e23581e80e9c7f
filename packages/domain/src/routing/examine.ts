/** Looks at one candidate: is it in use, does it want this lead, has it room. */
import type { Campaign, TraceEntry } from '@sluice/contracts';
import type { LeadFacts } from '../conditions/lead-facts.js';
import { evaluateDisqualification } from '../qualification/qualify.js';
import { askClient, type Conversation } from './conversation.js';
import { findRoom, type RoomVerdict } from './room.js';

/** What looking at a candidate came to. `unfit` means that more room would not help. */
export type CandidateVerdict = RoomVerdict | { readonly kind: 'unfit'; readonly reason: string };

/** What a candidate is looked at for. */
export interface CandidateInput {
  readonly facts: LeadFacts;
  readonly tenantTimezone: string | undefined;
  readonly now: Date;
  /** False when qualification has decided on this campaign's groups already, or was skipped on purpose. */
  readonly mayDisqualify: boolean;
}

/** Decides on one candidate and writes each look into `trace`. */
export function* examine(
  campaign: Campaign | undefined,
  input: CandidateInput,
  trace: TraceEntry[],
): Conversation<CandidateVerdict> {
  const { facts, tenantTimezone, now, mayDisqualify } = input;
  if (!campaign) return { kind: 'unfit', reason: 'campaign_not_found' };
  const outOfUse = outOfUseReason(campaign);
  if (outOfUse) return { kind: 'unfit', reason: outOfUse };

  if (mayDisqualify) {
    const disqualification = evaluateDisqualification(campaign, facts);
    trace.push(...disqualification.trace);
    if (disqualification.disqualified) return { kind: 'unfit', reason: 'disqualifying_condition' };
  }

  const client = yield* askClient(campaign.clientId);
  if (!client) return { kind: 'unfit', reason: 'client_not_found' };
  const clientOutOfUse = outOfUseReason(client);
  if (clientOutOfUse) return { kind: 'unfit', reason: `client_${clientOutOfUse}` };

  return yield* findRoom({ campaign, client, tenantTimezone, now, isTest: facts.isTest }, trace);
}

function outOfUseReason(resource: {
  readonly active: boolean;
  readonly archivedAt?: string | undefined;
}): 'archived' | 'inactive' | undefined {
  if (resource.archivedAt) return 'archived';
  return resource.active ? undefined : 'inactive';
}
