/** Plans effects about a lead that no decision of a submission causes, such as those of a status that a person sets. */
import type { LeadRecord, NewEffect } from '@sluice/contracts';
import { eraseAgain } from '../lead/erase-again.js';
import { bookMilestones } from '../ledger/book-milestones.js';
import { planEffect, type LeadEffectDeps } from './plan-effects.js';

/** Books the milestones among `effects`, and plans all of them. Their keys make sure that a repeat plans none twice. */
export async function planLeadEffects(
  core: LeadEffectDeps,
  lead: LeadRecord,
  effects: readonly NewEffect[],
  at: Date,
): Promise<void> {
  await bookMilestones(core, lead, effects, at);
  await Promise.all(effects.map((effect) => planEffect(core, lead.tenantId, effect)));
  // An event of a lead that was erased before names no person, and is sent.
  const namesPerson = effects.length > 0 && Object.keys(lead.data).length > 0;
  if (namesPerson) await eraseAgain(core, lead);
}
