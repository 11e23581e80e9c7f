/**
 * The effects that the e-mail worker carries out. Their bodies hold ids only: names and addresses are read when the mail
 * is written, so that an erased lead is in no mail that is sent afterwards.
 */
import type { Client, NewEffect } from '@sluice/contracts';
import { clientKey, submissionKey } from '../effects/effect-key.js';
import { effectOf, type EffectContext } from '../effects/effect-context.js';
import { noticeSlotStart, type NoticeSlot } from './notice-slot.js';

/** A lead that its client is told of. */
export interface NoticedLead {
  readonly leadId: string;
  /** ISO 8601: when it was placed. */
  readonly at: string;
  /** The campaign that it was placed with. */
  readonly campaignId: string;
}

/** One placed lead. The worker puts it into a notice of its client, whose id it then notes as `notice`. */
export interface PlacedBody extends Readonly<Record<string, unknown>> {
  readonly mail: 'placed';
  readonly clientId: string;
  readonly lead: NoticedLead;
  readonly notice?: string;
}

/** One mail to a client about the leads of a minute. */
export interface NoticeBody extends Readonly<Record<string, unknown>> {
  readonly mail: 'notice';
  readonly clientId: string;
  /** When it goes, ISO 8601. */
  readonly at: string;
  /** At most {@link NOTICE_LEADS}. */
  readonly leads: readonly NoticedLead[];
  /** How many there are beyond these. */
  readonly more: number;
  /** No lead joins any more. */
  readonly sealed?: boolean;
}

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
  const body: PlacedBody = { mail: 'placed', clientId, lead };
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
  const notice: NoticeBody = { mail: 'notice', clientId, at: at.toISOString(), leads: [lead], more: 0 };
  return {
    effectId: noticeId(clientId, slot),
    kind: 'email',
    eventId: effectId,
    submissionId,
    leadId,
    campaignId,
    trigger: 'notice',
    body: notice,
    expiresAt: new Date(noticeSlotStart(slot).getTime() + NOTICE_KEPT_MS),
  };
}

/** The Message-ID of a mail effect, the same for every attempt; every character is one that a Message-ID may have. */
export function messageIdOf(effectId: string): string {
  return `<${encodeURIComponent(effectId)}@sluice>`;
}
