/** Campaigns and clients for tests: omitted values are valid and neutral. */
import { type AskedBuyer, type Campaign, campaignSchema, type Client, clientSchema } from '@sluice/contracts';

/** The fields of a resource in a test, as a caller would write them. */
export type Sent = Readonly<Record<string, unknown>>;

const at = '2026-01-01T00:00:00.000Z';

/** A campaign of client `cli_acme`, parsed as from a caller. */
export function campaignOf(sent: Sent = {}): Campaign {
  const required = {
    campaignId: 'ACMRU',
    name: 'Acme - Roundup',
    clientId: 'cli_acme',
    offerId: 'off_roundup',
  };
  return campaignSchema.parse({ ...required, createdAt: at, updatedAt: at, ...sent });
}

/** The client `cli_acme`, parsed as from an operator. */
export function clientOf(sent: Sent = {}): Client {
  const required = { clientId: 'cli_acme', name: 'Acme', abbrev: 'ACM' };
  return clientSchema.parse({ ...required, createdAt: at, updatedAt: at, ...sent });
}

/** The buyer of a campaign that said no. */
export function asked(campaignId: string, outcome: AskedBuyer['outcome'] = 'refused'): AskedBuyer {
  return { campaignId, clientId: 'cli_acme', outcome, reason: `${campaignId} said so` };
}

/** A group, or the part of a routing rule, that matches leads of one state. */
export function inState(state: string): { readonly subRules: readonly Sent[] } {
  return { subRules: [{ conditions: [{ field: 'state', operator: 'equals', value: [state] }] }] };
}
