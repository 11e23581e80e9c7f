import type { FileStatus, LeadStatus } from '@sluice/contracts';
import { campaignOf } from '../../test/builders.js';
import { factsOf } from '../../test/facts.js';
import type { EffectContext } from './effect-context.js';
import { fileEffects } from './file-effects.js';
import { setStatusEffects } from './set-status-effects.js';

const now = new Date('2026-03-01T12:00:00Z');
const signed = { pixelId: '1', platform: 'facebook', eventName: 'Sign', triggerPoint: 'document_signed' };
const own = campaignOf({
  campaignId: 'OWN',
  pixelRules: [
    { ...signed, id: 'each' },
    { ...signed, id: 'once', fireOnce: true },
  ],
  revenueMilestones: [{ leadStatus: 'accepted', amount: 10 }],
});
const buyer = campaignOf({
  campaignId: 'BUYER',
  revenueMilestones: [{ leadStatus: 'accepted', amount: 90 }],
});

const context: EffectContext = {
  tenantId: 'demo',
  submissionId: 'sub_1',
  leadCampaignId: 'OWN',
  campaign: own,
  tenantSettings: { webhooks: { url: 'https://hooks.example' } },
  facts: factsOf({}, { campaignId: 'OWN', data: { firstName: 'Ann' }, now }),
  mintEventId: () => 'evt_1',
  now,
};

describe('a change of a file', () => {
  const effects = (status: FileStatus, statusBefore?: FileStatus, fileKey = 'retainer') =>
    fileEffects(context, {
      file: { fileId: 'file_1', fileKey, fileName: 'R.pdf', fileType: 'pdf', provider: 'docusign', status },
      statusBefore,
      change: 'req_1',
    });
  const keys = (given: ReturnType<typeof effects>) => given.map(({ effectId }) => effectId);

  it('sends a webhook for a new status, and fires the pixels of a signature', () => {
    expect(keys(effects('uploaded'))).toEqual(['lead_1.file.updated.retainer.req_1']);
    expect(keys(effects('signed', 'viewed'))).toEqual([
      'lead_1.file.updated.retainer.req_1',
      'sub_1.document_signed.pixel.OWN.each.retainer',
      'lead_1.pixel.OWN.once',
    ]);
    expect(effects('signed', 'viewed')[0]?.body).toMatchObject({
      message: { type: 'file.updated', data: { status: 'signed', statusBefore: 'viewed' } },
    });
  });

  it('has no effects when the status stays the same', () => {
    expect(effects('signed', 'signed')).toEqual([]);
  });

  it('fires pixels for each document, but once per lead where the rule is fireOnce', () => {
    const both = [...keys(effects('signed')), ...keys(effects('signed', undefined, 'hipaa'))];
    expect(new Set(both).size).toBe(5);
  });
});

describe('a lead status that a person sets', () => {
  const kinds = (status: LeadStatus) =>
    setStatusEffects(context, buyer, status).map(({ kind, effectId }) => `${kind} ${effectId}`);

  it('sends a webhook when the lead was returned', () => {
    expect(kinds('returned')).toEqual(['webhook sub_1.lead.returned.webhook']);
  });

  it('books revenue with the campaign that the lead was delivered to', () => {
    expect(kinds('accepted')).toEqual(['milestone lead_1.milestone.BUYER.~0']);
    expect(setStatusEffects(context, undefined, 'accepted')[0]?.effectId).toBe('lead_1.milestone.OWN.~0');
  });

  it('has no effects in any other case', () => {
    expect(kinds('contacted')).toEqual([]);
  });
});
