/**
 * The states, district and territories of the United States and the provinces and territories of Canada, by their two
 * letters: how each is written, apart from case, accents and punctuation.
 */

// Names first, then abbreviations of newspapers (AP) and of the printing office (GPO), and names in Spanish or French.
const unitedStates = {
  AL: 'Alabama, Ala',
  AK: 'Alaska, Alas',
  AS: 'American Samoa, Amer Samoa, Am Samoa',
  AZ: 'Arizona, Ariz',
  AR: 'Arkansas, Ark',
  CA: 'California, Calif, Cal, Cali',
  CO: 'Colorado, Colo, Col',
  CT: 'Connecticut, Conn',
  DE: 'Delaware, Del',
  DC: 'District of Columbia, Dist of Columbia, Washington DC, Wash DC, Washington District of Columbia, Columbia District',
  FL: 'Florida, Fla',
  GA: 'Georgia',
  GU: 'Guam',
  HI: 'Hawaii, Haw, Hawai',
  ID: 'Idaho, Ida',
  IL: 'Illinois, Ill, Ills',
  IN: 'Indiana, Ind',
  IA: 'Iowa',
  KS: 'Kansas, Kan, Kans',
  KY: 'Kentucky, Ken, Kent',
  LA: 'Louisiana, Luisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts, Mass',
  MI: 'Michigan, Mich',
  MN: 'Minnesota, Minn',
  MS: 'Mississippi, Miss, Misisipi',
  MO: 'Missouri, Misuri',
  MT: 'Montana, Mont',
  NE: 'Nebraska, Neb, Nebr',
  NV: 'Nevada, Nev',
  NH: 'New Hampshire, N Hampshire, N Hamp, Nuevo Hampshire',
  NJ: 'New Jersey, N Jersey, Nueva Jersey',
  NM: 'New Mexico, N Mexico, N Mex, New Mex, Nuevo Mexico',
  NY: 'New York, N York, NYS, Nueva York',
  NC: 'North Carolina, N Carolina, No Carolina, N Car, No Car, Carolina del Norte',
  ND: 'North Dakota, N Dakota, No Dakota, N Dak, No Dak, Dakota del Norte',
  MP: 'Northern Mariana Islands, Northern Marianas, Northern Mariana Is, N Mariana Islands, No Mariana Islands, CNMI',
  OH: 'Ohio',
  OK: 'Oklahoma, Okla',
  OR: 'Oregon, Ore, Oreg',
  PA: 'Pennsylvania, Penn, Penna, Pensilvania',
  PR: 'Puerto Rico',
  RI: 'Rhode Island, Rhode Island and Providence Plantations, Rhode Is',
  SC: 'South Carolina, S Carolina, So Carolina, S Car, So Car, Carolina del Sur',
  SD: 'South Dakota, S Dakota, So Dakota, S Dak, So Dak, Dakota del Sur',
  TN: 'Tennessee, Tenn',
  TX: 'Texas, Tex, Tejas',
  UT: 'Utah',
  VT: 'Vermont',
  VI: 'Virgin Islands, US Virgin Islands, United States Virgin Islands, Virgin Islands of the United States, Virgin Islands US, Virgin Is, US Virgin Is, USVI',
  VA: 'Virginia, Virg',
  WA: 'Washington, Wash, Washington State, Wash State',
  WV: 'West Virginia, W Virginia, West Va, W Va, W Virg, Virginia Occidental',
  WI: 'Wisconsin, Wis, Wisc',
  WY: 'Wyoming, Wyo',
};

const canada = {
  AB: 'Alberta, Alta, Alb',
  BC: 'British Columbia, Colombie-Britannique, Brit Columbia, CB',
  MB: 'Manitoba, Man',
  NB: 'New Brunswick, Nouveau-Brunswick, N Brunswick',
  NL: 'Newfoundland and Labrador, Newfoundland & Labrador, Newfoundland, Labrador, Terre-Neuve-et-Labrador, Terre-Neuve, Nfld, Nfld and Labrador, TNL, NF',
  NS: 'Nova Scotia, Nouvelle-Écosse',
  NT: 'Northwest Territories, North West Territories, Territoires du Nord-Ouest, NW Territories, NWT, TNO',
  NU: 'Nunavut, Nvt',
  ON: 'Ontario, Ont',
  PE: 'Prince Edward Island, Île-du-Prince-Édouard, Prince Edward Is, PEI, IPE',
  QC: 'Quebec, Que, PQ',
  SK: 'Saskatchewan, Sask',
  YT: 'Yukon, Yukon Territory, Territoire du Yukon, YK',
};

/** The two letters of a state, district or territory of the United States. */
export type UsState = keyof typeof unitedStates;
/** The two letters of a province or territory of Canada. */
export type Province = keyof typeof canada;
export type StateCode = UsState | Province;

/** Each of the United States and each of the provinces, with its spellings. */
export const stateSpellings: readonly (readonly [StateCode, readonly string[]])[] = (
  Object.entries({ ...unitedStates, ...canada }) as [StateCode, string][]
).map(([code, spellings]) => [code, [code, ...spellings.split(', ')]]);

/** Whether a code is one of a Canadian province or territory. */
export function isProvince(code: StateCode): code is Province {
  return Object.hasOwn(canada, code);
}
