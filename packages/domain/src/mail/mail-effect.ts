/**
 * The effects that the e-mail worker carries out. Their bodies hold ids only: names and addresses are read when the mail
 * is written, so that an erased lead is in no mail that is sent afterwards.
 */
import type { Client, NewEffect, PlacedBody } from '@sluice/contracts';
import { clientKey, submissionKey } from '../effects/effect-key.js';
import { effectOf, type EffectContext } from '../effects/effect-context.js';
import { noticeSlotStart, type NoticeSlot } from './notice-slot.js';

/** The maximum number of leads that a notice names; of the others it gives the number. */
export const NOTICE_LEADS = 50;

/** A notice is not needed after its attempts are over; its leads' effects note its id until then. */
const NOTICE_KEPT_MS = 30 * 24 * 3_600_000;

/** The notice of a placed lead to its client, unless it is a test lead or the client wants none. */
export function placedNoticeEffects(context: EffectContext, client: Client | undefined): NewEffect[] {
  const { submissionId, campaign, facts, now } = context;
  if (facts.isTest || !campaign || !client?.settings?.notificationEmail) return [];
  const { clientId } = client;
  const lead = { leadId: facts.leadId, at: now.toISOString(), campaignId: campaign.campaignId };
  const body = { mail: 'placed', clientId, lead } as const;
  const effectId = submissionKey(submissionId, 'lead.delivered', 'email');
  return [effectOf(context, { effectId, kind: 'email', trigger: 'lead.delivered', body })];
}

/** The id of a client's notice of a slot: one per client and minute, whoever writes it. */
export function noticeId(clientId: string, slot: NoticeSlot): string {
  return clientKey(clientId, `notice.${slot}`);
}

/** The notice that begins with `placed`, the effect of a lead. */
export function noticeEffect(
  {
    effectId,
    submissionId,
    leadId,
    campaignId,
    body,
  }: Pick<NewEffect, 'effectId' | 'submissionId' | 'leadId' | 'campaignId'> & {
    readonly body: PlacedBody;
  },
  slot: NoticeSlot,
  at: Date,
): NewEffect {
  const { clientId, lead } = body;
  return {
    effectId: noticeId(clientId, slot),
    kind: 'email',
    eventId: effectId,
    submissionId,
    leadId,
    campaignId,
    trigger: 'notice',
    body: { mail: 'notice', clientId, at: at.toISOString(), leads: [lead], more: 0 },
    expiresAt: new Date(noticeSlotStart(slot).getTime() + NOTICE_KEPT_MS),
  };
}

/** The Message-ID of a mail effect, the same for every attempt; every character is one that a Message-ID may have. */
export function messageIdOf(effectId: string): string {
  return `<${encodeURIComponent(effectId)}@sluice>`;
}
