/** Books revenue milestones that are reached while a submission goes on, or by a person's word. */
import {
  leadSourceOf,
  type LedgerEntry,
  type LeadRecord,
  type NewEffect,
  type SubmissionRecord,
} from '@sluice/contracts';
import { milestoneEntry, type BookedLead } from '@sluice/domain';
import type { StoresFor } from '../core.js';

/**
 * Books the milestones among `effects`. Call it before the effects are written: an effect that exists is not planned
 * again, so a milestone that is not booked by then never would be. Repeatable.
 */
export async function bookMilestones(
  core: StoresFor<'forTenant'>,
  about: SubmissionRecord | LeadRecord,
  effects: readonly NewEffect[],
  at: Date,
): Promise<void> {
  if (!effects.some(isMilestone)) return;
  const { ledger } = core.stores.forTenant(about.tenantId);
  const entries = milestoneEntries(effects, await bookedLead(core, about), at);
  await Promise.all(entries.map((entry) => ledger.book(entry)));
}

/** The entries of the milestones among `effects`. */
export function milestoneEntries(
  effects: readonly NewEffect[],
  lead: BookedLead,
  at: Date,
): readonly LedgerEntry[] {
  return effects.filter(isMilestone).flatMap((effect) => milestoneEntry(effect, lead, at) ?? []);
}

/** What entries say about the lead of a submission. Only a later submission has to look it up. */
export async function bookedLead(
  { stores }: StoresFor<'forTenant'>,
  about: SubmissionRecord | LeadRecord,
): Promise<BookedLead> {
  const known = { campaignId: about.campaignId, ...leadSourceOf(about) };
  if ('createdAt' in about) return { ...known, receivedAt: about.createdAt };
  if (about.first) return { ...known, receivedAt: about.acceptedAt };
  const lead = await stores.forTenant(about.tenantId).leads.find(about.leadId);
  return { ...known, receivedAt: lead?.createdAt ?? about.acceptedAt };
}

/** Whether an effect is a milestone, which earns. */
export function isMilestone(effect: NewEffect): effect is NewEffect<'milestone'> {
  return effect.kind === 'milestone';
}
