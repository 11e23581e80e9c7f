/** Sends a notice once its time has come, with what is known about its leads then. */
import type { NoticeBody, NoticedLead } from '@sluice/contracts';
import { leadNotice, resolveTimeZone, type ShownLead } from '@sluice/domain';
import { now, recordEffectResult } from '@sluice/pipeline';
import type { StageOutcome } from '@sluice/queue';
import type { EmailDeps, MailEffect } from './deps.js';
import { recipientOf } from './recipient-of.js';
import { sendMail } from './send-mail.js';

/** Makes one attempt, or waits until the notice is due. */
export async function sendNotice(deps: EmailDeps, effect: MailEffect<NoticeBody>): Promise<StageOutcome> {
  const { tenantId, body } = effect;
  const { clientId, at } = body;
  const due = new Date(at);
  if (now(deps) < due)
    return recordEffectResult(deps, effect, { kind: 'wait', at: due, reason: 'collecting' });
  const recipient = await recipientOf(deps, tenantId, clientId);
  if ('kind' in recipient) return recordEffectResult(deps, effect, recipient);
  const { client } = recipient;
  return sendMail(deps, effect, recipient, async ({ body: { leads, more } }) => {
    const tenant = await deps.stores.tenants.cached(tenantId);
    const zone = resolveTimeZone(client.settings?.timezone, tenant?.settings.timezone);
    const shown = await Promise.all(leads.map((lead) => shownLead(deps, tenantId, lead)));
    return leadNotice(shown, more, zone);
  });
}

async function shownLead(
  { stores }: EmailDeps,
  tenantId: string,
  { leadId, at, campaignId }: NoticedLead,
): Promise<ShownLead> {
  const { leads, campaigns } = stores.forTenant(tenantId);
  const [lead, campaign] = await Promise.all([leads.find(leadId), campaigns.cached(campaignId)]);
  return { leadId, at: new Date(at), campaignName: campaign?.name ?? campaignId, data: lead?.data ?? {} };
}
