/** One buyer of a tenant, usually `alpha`: a campaign with rules, its client and its endpoint. */
import {
  campaignSchema,
  clientSchema,
  deliveryEndpointSchema,
  offerSchema,
  type Campaign,
} from '@sluice/contracts';
import type { Stores } from '@sluice/store';
import { newId } from '@sluice/process';
import { accepted, aSale, aSubmission, nextNumber, putItem } from '@sluice/testing';

const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
const when = (field: string, ...value: string[]) => ({
  subRules: [{ conditions: [{ field, operator: 'equals', value }] }],
});

export const endpoint = deliveryEndpointSchema.parse({
  deliveryEndpointId: 'ep_acme',
  url: 'https://buyer.example/leads?api_key=s3cret',
  headers: { 'X-Api-Key': 's3cret' },
});

export const client = clientSchema.parse({ clientId: 'cli_acme', name: 'Acme', abbrev: 'ACM', ...times });

/** A campaign of that client; by default it lets every lead through. */
export function aCampaign(campaignId: string, said: Readonly<Record<string, unknown>> = {}): Campaign {
  return campaignSchema.parse({
    campaignId,
    name: `Acme ${campaignId}`,
    clientId: 'cli_acme',
    offerId: 'off_roundup',
    deliveryEndpointId: 'ep_acme',
    ...times,
    ...said,
  });
}

export const campaign = aCampaign('ACMRU', {
  disqualificationConditionals: [{ name: 'Not hurt', ...when('injury', 'no') }],
  routingRules: [{ routeName: 'Texans', ...when('state', 'TX'), routeTo: { campaignId: 'TEXAS' } }],
});

/** Writes the buyer's campaign, client, endpoint and offer. */
export async function aBuyer(stores: Stores, tenantId = 'alpha'): Promise<void> {
  const of = stores.forTenant(tenantId);
  const offer = offerSchema.parse({
    offerId: 'off_roundup',
    name: 'Roundup',
    abbrev: 'RU',
    active: true,
    category: 'mass_tort',
    ...times,
  });
  await putItem(of.offers, 'off_roundup', offer);
  await putItem(of.clients, 'cli_acme', client);
  await putItem(of.deliveryEndpoints, 'ep_acme', endpoint);
  for (const one of [campaign, aCampaign('TEXAS')]) await putItem(of.campaigns, one.campaignId, one);
}

/** A lead that ended as sold to that buyer by this campaign, for 42.50 USD, just now. */
export async function aSoldLead(stores: Stores, campaignId: string): Promise<string> {
  const submissionId = newId('submission');
  const submission = aSubmission({ tenantId: 'alpha', submissionId, campaignId, dueAt: undefined });
  await stores.accept(accepted(submission));
  const { leadId } = submission;
  const at = stores.clock.now();
  const sale = aSale(String(nextNumber()), {
    campaignId,
    placedCampaignId: campaignId,
    clientId: 'cli_acme',
  });
  await stores
    .forTenant('alpha')
    .ledger.book({ ...sale, leadId, submissionId, occurredAt: at, receivedAt: at });
  return leadId;
}
