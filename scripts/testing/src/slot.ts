/** Places of leads in counts, opened and counted as decisions and ends do it. */
import { slotFromName, type Routed } from '@sluice/contracts';
import type { CountRequest, NoRoom, Slot, TenantStores } from '@sluice/store';

type Of = Pick<TenantStores, 'conclusions' | 'counts'>;

/** A place in counts under an opening of its own. */
export function slot(name: string): Slot {
  return { name, opening: `opening of ${name}` };
}

/** Opens the place in each of the counts and records that the lead is routed there; why not, if there is no room. */
export async function openSlot(
  { conclusions, counts }: Of,
  place: Slot,
  at: Date,
  requests: readonly CountRequest[],
): Promise<NoRoom | undefined> {
  const { submissionId, generation } = slotFromName(place.name);
  const ids = Object.assign({ campaignId: '', clientId: '' }, ...requests.map(({ owner }) => owner)) as Pick<
    Routed,
    'campaignId' | 'clientId'
  >;
  const decision: Routed = { kind: 'routed', ...ids, reservedAt: at, opening: place.opening, trace: [] };
  const concluded = await conclusions.conclude(
    { submissionId, leadId: `lead of ${submissionId}` },
    {
      recorded: { stage: 'routing', generation, decision, decidedAt: at },
      guard: { names: counts.wanted(place, at, requests) },
    },
  );
  return concluded.kind === 'refused' ? counts.follow(concluded.by, requests) : undefined;
}

/** Counts the place as placed, as a lead's end does; the submission does not end. */
export async function placeSlot(
  { conclusions, counts }: Of,
  place: Slot,
  names: readonly string[],
  at: Date,
): Promise<void> {
  const { submissionId } = slotFromName(place.name);
  await conclusions.close(submissionId, { counts: counts.takenOut(place, names, { at }) });
}
