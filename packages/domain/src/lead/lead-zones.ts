/** The time zones in which a lead may be: its own, or else those of its state or province. */
import { hasVisible, type LeadData } from '@sluice/contracts';
import { resolveTimeZone } from '../time/time-zone.js';
import { mayHaveState, stateCode } from './state-code.js';
import type { Province, StateCode, UsState } from './state-names.js';

const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const pacific = 'America/Los_Angeles';
const toronto = 'America/Toronto';
const winnipeg = 'America/Winnipeg';
const edmonton = 'America/Edmonton';
const halifax = 'America/Halifax';

const ofStates: Partial<Record<UsState, readonly string[]>> = {
  ...each([eastern], 'CT DE GA ME MD MA NH NJ NY NC OH PA RI SC VT VA WV'),
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
};

const ofTerritories: Partial<Record<UsState, readonly string[]>> = {
  DC: [eastern],
  PR: ['America/Puerto_Rico'],
  VI: ['America/Puerto_Rico'],
  GU: ['Pacific/Guam'],
  MP: ['Pacific/Guam'],
  AS: ['Pacific/Pago_Pago'],
};

const ofProvinces: Readonly<Record<Province, readonly string[]>> = {
  AB: [edmonton],
  BC: ['America/Vancouver', edmonton],
  MB: [winnipeg],
  NB: [halifax],
  NL: ['America/St_Johns', halifax],
  NS: [halifax],
  NT: [edmonton],
  NU: [toronto, winnipeg, edmonton],
  ON: [toronto, winnipeg],
  PE: [halifax],
  QC: [toronto, halifax],
  // Lloydminster keeps the clocks of Alberta, the rest of the province does not change its own.
  SK: ['America/Regina', edmonton],
  YT: ['America/Whitehorse'],
};

const zonesByState: Partial<Record<StateCode, readonly string[]>> = {
  ...ofStates,
  ...ofTerritories,
  ...ofProvinces,
};
const zonesOfFiftyStates = distinct(ofStates);
const zonesOfProvinces = distinct(ofProvinces);

function each(zones: readonly string[], states: string): Partial<Record<UsState, readonly string[]>> {
  return Object.fromEntries(states.split(' ').map((state) => [state, zones]));
}

function distinct(zones: Readonly<Record<string, readonly string[]>>): readonly string[] {
  return [...new Set(Object.values(zones).flat())];
}

/** Where a lead may be. */
export interface LeadZones {
  readonly zones: readonly string[];
  /** Set if the lead names a state that is not understood, so that every one counts. */
  readonly stateNotUnderstood?: true;
}

/**
 * The zones in which a lead may be: its own time zone, or else every zone of its state or province, or else `otherwise`.
 * Of a state that is not understood, all zones of the fifty states count, in Canada those of all provinces. A lead without
 * a country counts as one of the United States, as its phone number does, unless it names a province.
 */
export function leadZones(
  { timezone, country, address }: Pick<LeadData, 'timezone' | 'country' | 'address'>,
  otherwise: string,
): LeadZones {
  if (timezone !== undefined && isKnown(timezone)) return { zones: [timezone] };
  const state = address?.state;
  if (state === undefined || !hasVisible(state) || !mayHaveState(country)) return { zones: [otherwise] };
  const code = stateCode(state, country);
  const zones = code === undefined ? undefined : zonesByState[code];
  if (zones) return { zones };
  return { zones: country === 'CA' ? zonesOfProvinces : zonesOfFiftyStates, stateNotUnderstood: true };
}

function isKnown(timezone: string): boolean {
  return resolveTimeZone(timezone, 'UTC') === timezone;
}
