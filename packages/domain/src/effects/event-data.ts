/** The data of an event about a decision. */
import type { Decision, LeadData, LeadStatus } from '@sluice/contracts';
import { contactData } from './webhook-effects.js';

/** The data of a decision's event: the status reached, the reason, the person, and details of the decision. */
export function eventData(
  decision: Decision,
  status: LeadStatus | undefined,
  lead: LeadData,
): Record<string, unknown> {
  const said = { status, reason: decision.reason, ...particulars(decision), lead: contactData(lead) };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

function particulars(decision: Decision): Record<string, unknown> {
  switch (decision.kind) {
    case 'delivered':
      return {
        deliveredTo: { campaignId: decision.campaignId, clientId: decision.clientId },
        price: decision.price,
        currency: decision.currency,
        reference: decision.reference,
      };
    case 'held':
      return { heldFor: decision.campaignId, until: decision.until.toISOString() };
    case 'duplicate':
      return { ofLeadId: decision.ofLeadId };
    default:
      return {};
  }
}
