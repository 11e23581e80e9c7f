/** The document that an effect sends, made of the lead as it is now; or why none is sent. */
import type { DueEffect, LeadRecord } from '@sluice/contracts';
import { documentValues, identifyingPhone, sendingState } from '@sluice/domain';
import { now, type EffectResult, type StoresFor } from '@sluice/pipeline';
import type { OutgoingDocument } from '@sluice/providers';

type NotSent = Extract<EffectResult, { kind: 'done' | 'failed' | 'skipped' }>;

const DAY_MS = 86_400_000;

/** Reads the lead and its file. A test lead is sent nothing. */
export async function documentFor(
  core: StoresFor<'clock' | 'forTenant'>,
  { tenantId, leadId, body: order, createdAt }: DueEffect<'signature'>,
): Promise<{ readonly kind: 'document'; readonly document: OutgoingDocument } | NotSent> {
  const stores = core.stores.forTenant(tenantId);
  const at = now(core);
  const [lead, files] = await Promise.all([stores.leads.find(leadId), stores.files.ofLead(leadId, at)]);
  if (!lead) return { kind: 'skipped', reason: 'lead_gone' };
  if (lead.isTest) return { kind: 'skipped', reason: 'test_lead' };
  const file = files.find(({ fileKey }) => fileKey === order.fileKey);
  if (!file) return { kind: 'skipped', reason: 'lead_gone' };
  const state = sendingState(file, order.vendor);
  if (state === 'sent') return { kind: 'done' };
  if (state === 'not_sendable') return { kind: 'skipped', reason: 'file_not_open' };
  if (!order.templateId) return { kind: 'failed', reason: 'no_template' };

  const filled = documentValues(order.fields, { ...lead, files });
  if (filled.kind === 'broken') return { kind: 'failed', reason: 'fallback_failed' };
  const person = personOf(lead);
  if (Object.keys(person).length === 0) return { kind: 'failed', reason: 'no_recipient' };
  const { role } = order.metadata;
  const { expiresInDays } = order;
  return {
    kind: 'document',
    document: {
      fileId: file.fileId,
      templateId: order.templateId,
      role: role || undefined,
      ...person,
      values: filled.values,
      metadata: order.metadata,
      // From the time at which its turn came, so that every attempt says the same.
      expiresAt:
        expiresInDays === undefined ? undefined : new Date(createdAt.getTime() + expiresInDays * DAY_MS),
    },
  };
}

function personOf({ data }: LeadRecord): Pick<OutgoingDocument, 'name' | 'email' | 'phone'> {
  const name = [data.firstName, data.lastName].filter(Boolean).join(' ');
  const phone = identifyingPhone(data);
  return {
    ...(name !== '' && { name }),
    ...(data.email && { email: data.email }),
    ...(phone !== undefined && { phone }),
  };
}
