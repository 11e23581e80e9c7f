/**
 * Puts a placed lead into a notice of its client. **A lead is in one notice**: its effect notes which one before it joins,
 * whoever continues it joins that one, and another is chosen only once that one is sealed without the lead, which is
 * final. **A client has one notice a minute**, because its id is the client and the minute.
 */
import type { Client, Effect, PlacedBody } from '@sluice/contracts';
import {
  noticeEffect,
  noticeId,
  NOTICE_LEADS,
  noticeSlot,
  noticeTime,
  type NoticeSlot,
} from '@sluice/domain';
import { now, planEffect, type EffectResult } from '@sluice/pipeline';
import type { EmailDeps, MailEffect } from './deps.js';
import { recipientOf } from './recipient-of.js';

/** Joins the lead of `effect`, and creates the notice if it is the first. Repeatable. */
export async function joinNotice(deps: EmailDeps, effect: MailEffect<PlacedBody>): Promise<EffectResult> {
  const { tenantId, effectId, body } = effect;
  const { clientId, lead } = body;
  const recipient = await recipientOf(deps, tenantId, clientId);
  if ('kind' in recipient) return recipient;
  if (await wentByEmail(deps, effect, recipient.client))
    return { kind: 'skipped', reason: 'delivered_by_email' };
  const { mails } = deps.stores.forTenant(tenantId);
  let { notice } = body;
  for (;;) {
    if (notice !== undefined) {
      const outcome = await mails.join(notice, lead, NOTICE_LEADS);
      if (outcome === 'joined') return { kind: 'done' };
      // One that was never written is not written late: it would go beside that of the current minute.
      const slot = slotOf(notice);
      if (outcome === 'absent' && slot >= noticeSlot(now(deps))) {
        const at = noticeTime(now(deps), await timeOf(deps, tenantId, noticeId(clientId, slot - 1)));
        await planEffect(deps, tenantId, noticeEffect(effect, slot, at));
        continue;
      }
    }
    const next = noticeId(clientId, await openSlot(deps, tenantId, clientId));
    notice = await mails.assign(effectId, next, notice);
    // Another worker has ended the effect, and so the lead has joined.
    if (notice === undefined) return { kind: 'done' };
  }
}

// Whoever got the lead itself by e-mail is not told of it as well.
async function wentByEmail(
  { stores }: EmailDeps,
  { tenantId, submissionId }: Effect,
  { settings }: Client,
): Promise<boolean> {
  if (settings?.postingMethod !== 'email' || submissionId === undefined) return false;
  const attempts = await stores.forTenant(tenantId).attempts.of(submissionId);
  return attempts.at(-1)?.url.startsWith('mailto:') ?? false;
}

// The current minute, or the next one if the notice of this one has gone.
async function openSlot(deps: EmailDeps, tenantId: string, clientId: string): Promise<NoticeSlot> {
  const slot = noticeSlot(now(deps));
  const current = await noticeWith(deps, tenantId, noticeId(clientId, slot));
  return current?.sealed === true ? slot + 1 : slot;
}

async function timeOf(deps: EmailDeps, tenantId: string, notice: string): Promise<Date | undefined> {
  const { at } = (await noticeWith(deps, tenantId, notice)) ?? {};
  return at === undefined ? undefined : new Date(at);
}

async function noticeWith({ stores }: EmailDeps, tenantId: string, effectId: string) {
  const found = await stores.forTenant(tenantId).effects.find(effectId);
  return found?.kind === 'email' && found.body.mail === 'notice' ? found.body : undefined;
}

function slotOf(notice: string): NoticeSlot {
  return Number(notice.slice(notice.lastIndexOf('.') + 1));
}
