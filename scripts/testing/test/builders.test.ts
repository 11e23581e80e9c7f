import {
  createCampaignInputSchema,
  createOfferInputSchema,
  readSettings,
  readTenantFile,
  submitLeadInputSchema,
} from '@sluice/contracts';
import { normalisePhone } from '@sluice/domain';
import { aCampaign, aLead, anOffer, aTenantFile, fixedClock, testPhone } from '../src/index.js';

describe('test data builders', () => {
  it('build data that the interface accepts', () => {
    expect(submitLeadInputSchema.safeParse(aLead()).success).toBe(true);
    expect(createCampaignInputSchema.safeParse(aCampaign()).success).toBe(true);
    expect(createOfferInputSchema.safeParse(anOffer()).success).toBe(true);
    const settings = readSettings({ outboundAllow: ['127.0.0.0/8'] });
    const file = aTenantFile('http://127.0.0.1:4800');
    expect(readTenantFile(file, settings)).toMatchObject({ kind: 'valid' });
  });

  it('let a test override any field, also with invalid values', () => {
    const lead = aLead({ email: 7, campaignId: 'ACMRU' });
    expect(lead).toMatchObject({ email: 7, campaignId: 'ACMRU', firstName: 'Testa' });
  });

  it('build no two leads that could be duplicates of each other', () => {
    const leads = Array.from({ length: 5_000 }, () => aLead());
    expect(new Set(leads.map(({ email }) => email)).size).toBe(5_000);
    expect(new Set(leads.map(({ phone }) => phone)).size).toBe(5_000);
  });

  it('provide 200,000 different valid telephone numbers, beginning with those reserved for fiction', () => {
    const phones = Array.from({ length: 200_000 }, (_, n) => testPhone(n));
    expect(new Set(phones).size).toBe(200_000);
    expect(phones.slice(0, 2_000).every((phone) => /^\+1\d{3}55501\d\d$/.test(phone))).toBe(true);
    for (const phone of phones.filter((_, n) => n % 97 === 0)) {
      expect(normalisePhone(phone)).toMatchObject({ phone, phoneValid: true });
    }
  });
});

it('a fixed clock advances only when a test advances it', () => {
  const clock = fixedClock('2026-03-01T00:00:00Z');
  expect(clock.now()).toEqual(clock.now());
  clock.advance(1_500);
  expect(clock.now().toISOString()).toBe('2026-03-01T00:00:01.500Z');
  clock.set('2026-01-01T00:00:00Z');
  expect(clock.now().toISOString()).toBe('2026-01-01T00:00:00.000Z');
});
