import type { SlotAsk } from '../src/index.js';

/** Asks for a slot under the daily limit of a campaign. */
export const daily = (campaignId: string, cap: number): SlotAsk => ({
  counter: `campaign.${campaignId}.daily.2026-11-21`,
  cap,
  owner: { campaignId },
  periodStart: new Date('2026-11-21T00:00:00Z'),
  periodEnd: new Date('2026-11-22T00:00:00Z'),
});
