import { createOfferInputSchema, updateOfferInputSchema } from './offer.js';
import { readBody } from '../reading/read-body.js';
import { titleCase } from '../formats/title-case.js';

describe('title case of an offer name', () => {
  it.each([
    ['motor vehicle accident', 'Motor Vehicle Accident'],
    ['ROUNDUP', 'Roundup'],
    ['rOUNDup  weed-killer', 'Roundup  Weed-Killer'],
    ["driver's claim", "Driver's Claim"],
    ['3m earplugs (2nd)', '3m Earplugs (2nd)'],
    ['élan vital', 'Élan Vital'],
    ['', ''],
  ])('turns %j into %j, and a second run changes nothing', (name, titled) => {
    expect(titleCase(name)).toBe(titled);
    expect(titleCase(titled)).toBe(titled);
  });
});

describe('creating an offer', () => {
  it('title-cases the name, upper-cases the abbreviation, and the offer is active by default', () => {
    expect(
      createOfferInputSchema.parse({ name: 'camp lejeune', abbrev: 'cl', category: 'mass_tort', x: 1 }),
    ).toEqual({
      name: 'Camp Lejeune',
      abbrev: 'CL',
      category: 'mass_tort',
      active: true,
    });
  });

  it.each([
    ['ßßßßßßßßßß', 'ßßßßßßßßßß'],
    ['straße', 'STRAßE'],
    ['ﬁéǆ1-', 'ﬁÉǄ1-'],
    ['𐐨x', '𐐀X'],
  ])('upper-cases the abbreviation %j to %j, which is never longer', (abbrev, stored) => {
    const offer = { name: 'A', abbrev, category: 'other' };
    expect(createOfferInputSchema.parse(offer).abbrev).toBe(stored);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ name: '' }, 'name: must not be empty'],
    [{ abbrev: '' }, 'abbrev: must not be empty'],
    [{ abbrev: 'ABCDEFGHIJK' }, 'abbrev: must have at most 10 characters'],
    [
      { category: 'space_law' },
      'category: must be one of mass_tort, personal_injury, class_action, employment, product_liability, medical_malpractice, workers_comp, other',
    ],
    [{ category: undefined }, 'category: is required'],
    [{ offerId: 'a/b' }, 'offerId: must be 1 to 64 letters, digits, hyphens or underscores'],
    [{ eligibilityCriteria: [1] }, 'eligibilityCriteria.0: must be a string'],
  ])('refuses %j', (fields, problem) => {
    const body = { name: 'A', abbrev: 'A', category: 'other', ...fields };
    expect(readBody(createOfferInputSchema, body)).toEqual({ kind: 'invalid', problems: [problem] });
  });
});

describe('updating an offer', () => {
  it('changes only the fields that are sent, to the values that are sent', () => {
    expect(updateOfferInputSchema.parse({})).toEqual({});
    expect(updateOfferInputSchema.parse({ name: 'lower case', abbrev: 'ru', active: false })).toEqual({
      name: 'lower case',
      abbrev: 'ru',
      active: false,
    });
  });

  it.each([
    ['2026-01-15T10:00:00+01:00', '2026-01-15T09:00:00.000Z'],
    ['2026-01-15', '2026-01-15T00:00:00.000Z'],
    [null, null],
  ])('stores archivedAt %j as %j', (sent, kept) => {
    expect(updateOfferInputSchema.parse({ archivedAt: sent })).toEqual({ archivedAt: kept });
  });

  it.each<[unknown, string]>([
    [{ colour: 'red' }, 'colour: is not a known field'],
    [{ offerId: 'x' }, 'offerId: is not a known field'],
    [{ createdAt: 'x' }, 'createdAt: is not a known field'],
    [{ archivedAt: 'now' }, 'archivedAt: must be an ISO 8601 timestamp or null'],
    [{ archivedAt: true }, 'archivedAt: must be an ISO 8601 timestamp or null'],
    [{ name: '' }, 'name: must not be empty'],
  ])('refuses %j', (body, problem) => {
    expect(readBody(updateOfferInputSchema, body)).toEqual({ kind: 'invalid', problems: [problem] });
  });
});
