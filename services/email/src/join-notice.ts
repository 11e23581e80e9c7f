/**
 * Puts a placed lead into a notice of its client. **A lead is in one notice**: its effect notes which one before it joins,
 * whoever continues it joins that one, and another is chosen only once that one is sealed without the lead, which is
 * final. **A client has one notice a minute**, because its id is the client and the minute.
 */
import type { Client, Effect } from '@sluice/contracts';
import {
  noticeEffect,
  noticeId,
  NOTICE_LEADS,
  noticeSlot,
  noticeTime,
  type NoticeBody,
  type NoticeSlot,
  type PlacedBody,
} from '@sluice/domain';
import { now, planEffect, type EffectResult } from '@sluice/pipeline';
import type { EmailDeps } from './deps.js';
import { recipientOf } from './recipient-of.js';

/** Joins the lead of `effect`, and creates the notice if it is the first. Repeatable. */
export async function joinNotice(deps: EmailDeps, effect: Effect, body: PlacedBody): Promise<EffectResult> {
  const { tenantId, effectId } = effect;
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
        await planEffect(deps, tenantId, noticeEffect({ ...effect, body }, slot, at));
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
  if (settings?.postingMethod !== 'email') return false;
  const attempts = await stores.forTenant(tenantId).attempts.of(submissionId);
  return attempts.at(-1)?.url.startsWith('mailto:') ?? false;
}

// The current minute, or the next one if the notice of this one has gone.
async function openSlot(deps: EmailDeps, tenantId: string, clientId: string): Promise<NoticeSlot> {
  const slot = noticeSlot(now(deps));
  const current = await deps.stores.forTenant(tenantId).effects.find(noticeId(clientId, slot));
  return current && (current.body as NoticeBody).sealed === true ? slot + 1 : slot;
}

async function timeOf({ stores }: EmailDeps, tenantId: string, notice: string): Promise<Date | undefined> {
  const found = await stores.forTenant(tenantId).effects.find(notice);
  return found && new Date((found.body as NoticeBody).at);
}

function slotOf(notice: string): NoticeSlot {
  return Number(notice.slice(notice.lastIndexOf('.') + 1));
}
