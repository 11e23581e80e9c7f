import { stateCode } from './state-code.js';
import { stateSpellings } from './state-names.js';

describe('a state or province', () => {
  it('has one meaning for each spelling', () => {
    const all = stateSpellings.flatMap(([code, spellings]) => spellings.map((one) => [one, code] as const));
    for (const [spelling, code] of all) {
      const cased = [spelling, spelling.toUpperCase(), ` ${spelling.toLowerCase()}. `];
      expect(cased.map((one) => [spelling, stateCode(one)])).toEqual(cased.map(() => [spelling, code]));
    }
  });

  it('is understood as two letters behind or before its name', () => {
    for (const [code, [, name = '']] of stateSpellings) {
      const both = [
        `${code} - ${name}`,
        `${code}-${name}`,
        `${name} (${code})`,
        `${name}, ${code}`,
        `${code} ${name}`,
      ];
      expect(both.map((one) => [one, stateCode(one)])).toEqual(both.map((one) => [one, code]));
    }
  });

  it.each([
    ['D.C.', 'DC'],
    ['D. C.', 'DC'],
    ['Washington DC', 'DC'],
    ['Washington, D.C.', 'DC'],
    ['Washington (DC)', 'DC'],
    ['Washington', 'WA'],
    ['Washington State', 'WA'],
    ['N.Y.', 'NY'],
    ['N. Y.', 'NY'],
    ['New York State', 'NY'],
    ['new-york', 'NY'],
    ['New\u00a0York', 'NY'],
    ['Penn.', 'PA'],
    ['Fla', 'FL'],
    ['State of Maine', 'ME'],
    ['The State of Maine', 'ME'],
    ['Commonwealth of Massachusetts', 'MA'],
    ['Commonwealth of the Northern Mariana Islands', 'MP'],
    ['N. Carolina', 'NC'],
    ['No. Carolina', 'NC'],
    ['W.Va.', 'WV'],
    ['S.D.', 'SD'],
    ['U.S. Virgin Islands', 'VI'],
    ['OH - Ohio', 'OH'],
    ['OH – Ohio', 'OH'],
    ['OH: Ohio', 'OH'],
    ['Ohio (OH)', 'OH'],
    ['Ohio / OH', 'OH'],
    ['Texas, USA', 'TX'],
    ['Texas, United States', 'TX'],
    ['Texas U.S.A.', 'TX'],
    ['US-CA', 'CA'],
    ['US_CA', 'CA'],
    ['CA, US', 'CA'],
    ['CA 94607', 'CA'],
    ['California 94607-1234', 'CA'],
    ['Calif., 94607', 'CA'],
    ['ＣＡ', 'CA'],
    ['C\u200bA', 'CA'],
    ['CA-ON', 'ON'],
    ['ON, CA', 'ON'],
    ['Ontario, Canada', 'ON'],
    ['Québec', 'QC'],
    ['Que\u0301bec', 'QC'],
    ['Qué.', 'QC'],
    ['Province of Quebec', 'QC'],
    ['Province de Québec', 'QC'],
    ['B.C.', 'BC'],
    ['P.E.I.', 'PE'],
    ['Île-du-Prince-Édouard', 'PE'],
    ['Newfoundland & Labrador', 'NL'],
    ['Yukon Territory', 'YT'],
  ])('%j is %s', (state, code) => {
    expect(stateCode(state)).toBe(code);
  });

  it.each([
    '',
    ' ',
    'N/A',
    'N/D',
    'none',
    'California or Nevada',
    'CA/NV',
    'CA, NV',
    'Portland, OR or so',
    'Indiana, PA',
    'Ontario, CA',
    'Bavaria',
    '94607',
    'USA',
    'Canada',
    'constructor',
    'x'.repeat(500),
  ])('%j is not understood', (state) => {
    expect(stateCode(state)).toBeUndefined();
  });

  it('is one only of a lead of the United States, of Canada, or without a country', () => {
    expect([undefined, 'US', 'CA'].map((country) => stateCode('WA', country))).toEqual(['WA', 'WA', 'WA']);
    expect(stateCode('WA', 'AU')).toBeUndefined();
    expect(stateCode('BC', 'MX')).toBeUndefined();
  });
});
