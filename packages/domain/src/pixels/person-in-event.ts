/** The person in an event: the values that the table of a lead's fields gives the platform, under its names. */
import { dataValues, type PixelPlatform, type PlatformValue } from '@sluice/contracts';
import type { Tracking } from '../lead/tracking.js';
import type { PixelLead } from './pixel-request.js';

/** How a platform wants a value of a lead; undefined leaves it out. */
type Spell = (value: string, lead: PixelLead) => string | undefined;

/**
 * For each value that a platform receives: its name there, and how it is spelled. Of two with one name the later one
 * counts, if the lead has it. The page of a lead is not in it, because it is not the person's.
 */
export type PersonInEvent<Platform extends PixelPlatform> = Readonly<
  Record<Exclude<PlatformValue<Platform>, 'captureUrl'>, readonly [name: string, spell: Spell]>
>;

/** A value that is sent as it is. */
export function unchanged(value: string): string {
  return value;
}

/** The members that say who the lead is, in the order of `person`. */
export function personInEvent(
  person: Readonly<Record<string, readonly [name: string, spell: Spell]>>,
  lead: PixelLead,
  tracking: Tracking,
): Record<string, string> {
  const known = new Map<string, unknown>([
    ['leadId', lead.leadId],
    ...dataValues.map(({ name, of }) => [name, of(lead.data)] as const),
    ...Object.entries(tracking),
  ]);
  const members = Object.entries(person).flatMap(([field, [name, spell]]) => {
    const value = known.get(field);
    const spelled = typeof value === 'string' ? spell(value, lead) : undefined;
    return spelled === undefined ? [] : [[name, spelled] as const];
  });
  return Object.fromEntries(members);
}
