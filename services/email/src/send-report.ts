/** Sends the daily report of a client: its numbers of yesterday, and a table of the leads placed with it. */
import type { Client, ReportBody } from '@sluice/contracts';
import {
  dailyReport,
  decimalAmount,
  instantsFromTo,
  resolveTimeZone,
  type ReportedDay,
  type ReportedLead,
  type ReportMail,
} from '@sluice/domain';
import { reportLeads } from '@sluice/reports';
import { recordEffectResult } from '@sluice/pipeline';
import type { StageOutcome } from '@sluice/queue';
import type { EmailDeps, MailEffect } from './deps.js';
import { recipientOf } from './recipient-of.js';
import { sendMail } from './send-mail.js';

/** Mails of more are refused by many servers. */
const MOST_ROWS = 5_000;
const PAGE = 500;

const nothing: ReportedDay = { received: 0, delivered: 0, rejected: 0, returned: 0, money: [] };

/** Makes one attempt. */
export async function sendReport(deps: EmailDeps, effect: MailEffect<ReportBody>): Promise<StageOutcome> {
  const { tenantId, body } = effect;
  const { clientId, day } = body;
  const recipient = await recipientOf(deps, tenantId, clientId);
  if ('kind' in recipient) return recordEffectResult(deps, effect, recipient);
  const { client } = recipient;
  if (client.settings?.sendDailyReport !== true)
    return recordEffectResult(deps, effect, { kind: 'skipped', reason: 'no_longer_configured' });
  // Written before the mail is claimed, because a long table takes longer than a claim leaves time for.
  const report = await reportOf(deps, tenantId, client, day);
  return sendMail(deps, effect, recipient, async () => report);
}

async function reportOf(
  deps: EmailDeps,
  tenantId: string,
  { clientId, name: clientName, settings }: Client,
  day: string,
): Promise<ReportMail> {
  const tenant = await deps.stores.tenants.cached(tenantId);
  const timezone = resolveTimeZone(settings?.timezone, tenant?.settings.timezone);
  const asked = { from: day, to: day, timezone, basis: 'occurred' as const, clientIds: [clientId] };
  const { rows } = await reportLeads(deps, tenantId, { ...asked, groupBy: ['client'] });
  const numbers = rows.find((row) => row.client === clientId) ?? nothing;
  const leads = await placedLeads(deps, tenantId, clientId, instantsFromTo(day, day, timezone));
  const more = Math.max(0, numbers.delivered - leads.length);
  return dailyReport({ clientName, day }, numbers, leads, leads.length === MOST_ROWS ? more : 0);
}

async function placedLeads(
  { stores }: EmailDeps,
  tenantId: string,
  clientId: string,
  range: ReturnType<typeof instantsFromTo>,
): Promise<readonly ReportedLead[]> {
  const { ledger, leads, campaigns } = stores.forTenant(tenantId);
  const found: ReportedLead[] = [];
  let cursor: string | undefined;
  do {
    const page = await ledger.page({ ...range, type: 'sale', clientId }, PAGE, cursor);
    const rows = page.entries.map(async (entry): Promise<ReportedLead> => {
      const { leadId, occurredAt, placedCampaignId = '', unpriced, minor, currency } = entry;
      const [lead, campaign] = await Promise.all([leads.find(leadId), campaigns.cached(placedCampaignId)]);
      const price = unpriced ? {} : { price: decimalAmount(minor, currency), currency };
      const name = campaign?.name ?? placedCampaignId;
      return { leadId, placedAt: occurredAt, campaign: name, data: lead?.data ?? {}, ...price };
    });
    found.push(...(await Promise.all(rows)));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && found.length < MOST_ROWS);
  return found;
}
