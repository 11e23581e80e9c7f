/** Campaigns and clients for tests: what is not said is valid and says nothing. */
import { type Campaign, campaignSchema, type Client, clientSchema } from '@sluice/contracts';

/** What a test says about a resource, as a caller would write it. */
export type Sent = Readonly<Record<string, unknown>>;

const at = '2026-01-01T00:00:00.000Z';

/** A campaign of client `cli_acme`, parsed like one that a caller wrote. */
export function campaignOf(sent: Sent = {}): Campaign {
  const required = {
    campaignId: 'ACMRU',
    name: 'Acme - Roundup',
    clientId: 'cli_acme',
    offerId: 'off_roundup',
  };
  return campaignSchema.parse({ ...required, createdAt: at, updatedAt: at, ...sent });
}

/** The client `cli_acme`, parsed like one that an operator wrote. */
export function clientOf(sent: Sent = {}): Client {
  const required = { clientId: 'cli_acme', name: 'Acme', abbrev: 'ACM' };
  return clientSchema.parse({ ...required, createdAt: at, updatedAt: at, ...sent });
}

/** A group, or the part of a routing rule, that matches leads of one state. */
export function inState(state: string): { readonly subRules: readonly Sent[] } {
  return { subRules: [{ conditions: [{ field: 'state', operator: 'equals', value: [state] }] }] };
}
