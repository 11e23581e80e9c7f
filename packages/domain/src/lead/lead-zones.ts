/** The time zones in which a lead may be: its own, or else those of its state in the United States. */
import type { LeadData } from '@sluice/contracts';
import { resolveTimeZone } from '../time/time-zone.js';
import { usStateCode } from './us-states.js';

const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const pacific = 'America/Los_Angeles';

const zonesByState: Readonly<Record<string, readonly string[]>> = {
  ...each([eastern], 'CT DE DC GA ME MD MA NH NJ NY NC OH PA RI SC VT VA WV'),
  ...each([central], 'AL AR IL IA LA MN MS MO OK WI'),
  ...each([mountain], 'CO MT NM UT WY'),
  ...each([pacific], 'CA WA'),
  ...each([eastern, central], 'FL IN KY MI TN'),
  ...each([central, mountain], 'KS NE ND SD TX'),
  ...each([mountain, pacific], 'ID NV OR'),
  // The Navajo Nation changes its clocks, the rest of the state does not.
  AZ: ['America/Phoenix', mountain],
  AK: ['America/Anchorage', 'America/Adak'],
  HI: ['Pacific/Honolulu'],
  PR: ['America/Puerto_Rico'],
  VI: ['America/Puerto_Rico'],
  GU: ['Pacific/Guam'],
  MP: ['Pacific/Guam'],
  AS: ['Pacific/Pago_Pago'],
};

function each(zones: readonly string[], states: string): Record<string, readonly string[]> {
  return Object.fromEntries(states.split(' ').map((state) => [state, zones]));
}

/**
 * The zones in which a lead may be: its own time zone, or else every zone of its state, or else `otherwise`. A lead
 * without a country counts as one of the United States, as its phone number does.
 */
export function leadZones(
  { timezone, country = 'US', address }: Pick<LeadData, 'timezone' | 'country' | 'address'>,
  otherwise: string,
): readonly string[] {
  if (timezone !== undefined && isKnown(timezone)) return [timezone];
  const state = country === 'US' && address?.state !== undefined ? usStateCode(address.state) : undefined;
  return (state === undefined ? undefined : zonesByState[state]) ?? [otherwise];
}

function isKnown(timezone: string): boolean {
  return resolveTimeZone(timezone, 'UTC') === timezone;
}
