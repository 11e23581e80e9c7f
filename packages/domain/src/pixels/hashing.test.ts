import {
  hashed,
  spelledCity,
  spelledEmail,
  spelledName,
  spelledPhone,
  spelledState,
  spelledZip,
} from './hashing.js';

describe('hashed', () => {
  it.each([
    ['john_smith@gmail.com', '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'],
    ['16505551212', 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176'],
    ['+16505551212', '1e231c66011e7a2d867a9cfae267a6aff103cf4913640b6e71a99850fc0ffbc8'],
  ])("gives the platforms' published hash for %s", (text, vector) => {
    expect(hashed(text)).toBe(vector);
  });

  it('gives no hash for an empty value', () => {
    expect([hashed(undefined), hashed('')]).toEqual([undefined, undefined]);
  });
});

describe('the canonical spelling before hashing', () => {
  it.each([
    [spelledEmail, ' John_Smith@Gmail.com ', 'john_smith@gmail.com'],
    [spelledName, ' Mary-Jane ', 'maryjane'],
    [spelledName, "O'Néil   Jr.", 'onéil jr'],
    [spelledName, '정', '정'],
    [spelledName, 'Ada\u200b\u00a0Ortiz\u00ad', 'ada ortiz'],
    [spelledEmail, 'Jo\u0308rg@Bücher.example', 'jörg@xn--bcher-kva.example'],
    [spelledCity, 'San  Francisco', 'sanfrancisco'],
    [spelledCity, 'St. Louis', 'stlouis'],
  ])('by the rule %p turns %j into %j', (spell, text, expected) => {
    expect(spell(text)).toBe(expected);
  });

  it.each([
    ['CA', 'US', 'ca'],
    ['California', undefined, 'ca'],
    ['new york', 'US', 'ny'],
    ['D.C.', 'US', 'dc'],
    ['Ontario', 'CA', 'on'],
    ['OH - Ohio', undefined, 'oh'],
    ['Washington, D.C.', 'US', 'dc'],
    ['Bavaria', 'DE', 'bavaria'],
    ['WA', 'AU', 'wa'],
    ['Île-de-France', 'FR', 'îledefrance'],
  ])('turns the state %s of %s into %s', (state, country, expected) => {
    expect(spelledState(state, country)).toBe(expected);
  });

  it.each([
    ['94607', 'US', '94607'],
    ['94607-1234', undefined, '94607'],
    ['946071234', 'US', '94607'],
    ['SW1A 1AA', 'GB', 'sw1a1aa'],
    ['10115', 'DE', '10115'],
    ['\u200b94607', 'US', '94607'],
  ])('turns the postal code %s of %s into %s', (zip, country, expected) => {
    expect(spelledZip(zip, country)).toBe(expected);
  });

  it.each([
    [{ phone: '+16505551212' }, '+16505551212'],
    [{ phone: '(555) 123-4567' }, '+15551234567'],
    [{ phone: '020 7946 0958', country: 'GB' }, '+442079460958'],
    [{ phone: '((((((((((' }, undefined],
    [{ phone: '000-000-0000' }, undefined],
    [{ phone: '+4915112345678', phoneValid: true, country: 'US' }, '+4915112345678'],
    [{}, undefined],
  ])('turns the phone of %j into %s', (lead, expected) => {
    expect(spelledPhone(lead)).toBe(expected);
  });
});
