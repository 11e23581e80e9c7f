/** Leads that were sold, and what is asked about their sales. */
import type { LedgerEntry } from '@sluice/contracts';
import { aSale } from '@sluice/testing';
import { aLead, type Answered, type Gateway } from './gateway.js';

const ago = (ms: number) => new Date(Date.now() - ms);

/** The shorthands of tests about sales, on the tenant `alpha`. */
export function salesOf(world: Gateway) {
  let sales = 0;
  const newCampaign = async (campaignId: string, returns: object | undefined): Promise<void> => {
    const body = { campaignId, name: campaignId, clientId: 'cli_alpha', offerId: 'off_alpha' };
    const webhooks = { url: 'https://hooks.example' };
    await world.call('createCampaign', { body: { ...body, webhooks, ...(returns && { returns }) } });
  };
  /** A lead that this campaign placed, and its sale. */
  const sold = async (placedCampaignId: string, more: Partial<LedgerEntry> = {}): Promise<LedgerEntry> => {
    const { leadId, submissionId } = (
      await world.call('createLead', { body: aLead({ campaignId: placedCampaignId }) })
    ).data;
    sales += 1;
    const of = {
      leadId,
      submissionId,
      campaignId: placedCampaignId,
      clientId: 'cli_alpha',
      offerId: 'off_alpha',
    };
    const when = { occurredAt: ago(sales), receivedAt: ago(3_600_000) };
    return world.alpha.stores.ledger.book(aSale(String(sales), { ...of, ...when, ...more }));
  };
  const ledgerOf = async (leadId: string) =>
    (await world.call('listLedger', { query: { leadId } })).data.entries.map(({ entryId, amount }) => [
      entryId,
      amount,
    ]);
  const request = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    world.call('requestReturn', { body: { reason: 'wrong_number', ...body }, headers });
  const decide = (
    operation: 'approveReturn' | 'denyReturn' | 'withdrawReturn',
    returnId: string,
    body = {},
  ) => world.call(operation, { params: { returnId }, body });
  const setReturned = (...leadIds: string[]) =>
    world.call('bulkUpdateLeads', { body: { leadIds, updates: { status: 'returned' } } });
  const adjust = (leadId: string, amount: number, currency = 'USD') =>
    world.call('createAdjustment', { body: { leadId, amount, currency, note: 'agreed with the buyer' } });
  const statusOf = async (leadId: string) => (await world.alpha.stores.leads.find(leadId))?.status;
  return { newCampaign, sold, ledgerOf, request, decide, setReturned, adjust, statusOf };
}

/** The status of a refusal, its code, and the cause with which its details begin. */
export function causeOf({ status, error }: Pick<Answered, 'status' | 'error'>) {
  return [status, error?.code, error?.details?.[0]?.split(':')[0]];
}
