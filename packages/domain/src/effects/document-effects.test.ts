import { campaignOf } from '../../test/builders.js';
import { ofKind } from '../../test/effects.js';
import { factsOf } from '../../test/facts.js';
import { documentEffects } from './document-effects.js';
import type { EffectContext } from './effect-context.js';

const now = new Date('2026-03-01T23:30:00Z');
const listening = { webhooks: { url: 'https://hooks.example' } };

function context(documents: unknown[], tenantSettings: EffectContext['tenantSettings']): EffectContext {
  return {
    tenantId: 'demo',
    submissionId: 'sub_1',
    leadCampaignId: 'ACMRU',
    campaign: campaignOf({ documents }),
    tenantSettings,
    facts: factsOf({ injury: 'yes' }, { now }),
    mintEventId: () => 'evt_1',
    now,
  };
}

const failing = {
  subRules: [{ conditions: [{ field: 'injury', operator: 'equals', value: ['no'] }] }],
};

describe('the requested documents of a campaign', () => {
  const document = (more: Record<string, unknown> = {}) => ({
    documentId: 'Retainer/2026',
    name: 'Retainer agreement',
    isActive: true,
    autoSend: true,
    ...more,
  });
  const asked = (documents: unknown[], settings: EffectContext['tenantSettings'] = {}) =>
    documentEffects(context(documents, settings));

  it('create a pending file reference and an event, once per lead', () => {
    const full = { provider: 'docuseal', expiresInDays: 2, order: 1, metadataOverrides: { a: 'b' } };
    const found = asked([document(full)], listening);
    expect(found.find(({ kind }) => kind === 'document')).toMatchObject({
      trigger: 'lead_qualified',
      body: {
        file: {
          fileKey: 'retainer_2026',
          fileName: 'Retainer agreement',
          documentUrl: '',
          provider: 'docuseal',
          status: 'pending',
          metadata: { a: 'b', documentId: 'Retainer/2026', order: 1, expiresAt: '2026-03-03T23:30:00.000Z' },
        },
      },
    });
    const ids = found.map(({ effectId }) => effectId).filter((id) => id.includes('document'));
    expect(ids).toHaveLength(2);
    expect(ids.every((id) => id.startsWith('lead_1.document.') && !id.includes('/'))).toBe(true);
    expect(found.find(({ trigger }) => trigger === 'document.requested')?.body).toMatchObject({
      message: { type: 'document.requested', data: { fileKey: 'retainer_2026', provider: 'docuseal' } },
    });
  });

  it.each([{ isActive: false }, { autoSend: false }, { isActive: undefined }, { conditions: failing }])(
    'are not requested when configured with %j',
    (more) => expect(asked([document(more)])).toEqual([]),
  );

  it('are requested in their order, each under its own file key', () => {
    const documents = [
      document({ order: 2 }),
      document({ order: 1 }),
      document({ documentId: '///', order: 3 }),
    ];
    const files = ofKind('document', asked(documents)).map(({ body }) => body.file.fileKey);
    expect(files).toEqual(['retainer_2026_2', 'retainer_2026', 'document_3']);
  });

  it.each([
    [
      ['A', 'a', 'a 2'],
      ['a', 'a_2_2', 'a_2'],
    ],
    [
      ['a 2', 'a', 'A', 'a'],
      ['a_2', 'a', 'a_3', 'a_4'],
    ],
    [
      ['document 2', '///', '///'],
      ['document_2', 'document_2_2', 'document_3'],
    ],
  ])('named %j have the different file keys %j', (names, keys) => {
    const documents = names.map((name) => document({ documentId: undefined, name }));
    expect(ofKind('document', asked(documents)).map(({ body }) => body.file.fileKey)).toEqual(keys);
  });

  it.each([
    [{ documentId: '', type: 'retainer', name: '' }, 'retainer', 'Document'],
    [{ documentId: '', type: '', name: 'Retainer agreement' }, 'retainer_agreement', 'Retainer agreement'],
    [{ documentId: 'r1', name: '' }, 'r1', 'r1'],
    [{ documentId: '', name: undefined }, 'document_1', 'Document'],
  ])('with an empty member, as in %j, are named by the next one', (names, fileKey, fileName) => {
    const [effect] = ofKind('document', asked([document(names)]));
    expect(effect?.body.file).toMatchObject({ fileKey, fileName });
  });

  it('that a vendor sends have an order, and the later ones name the files before them', () => {
    const sent = { provider: 'docuseal', templateId: '9', expiresInDays: 2 };
    const documents = [
      document({ documentId: 'a', order: 1, ...sent }),
      document({ documentId: 'b', order: 2, ...sent }),
      document({ documentId: 'c', order: 1 }),
      document({ documentId: 'd', order: 0, isActive: false }),
    ];
    const bodies = ofKind('document', asked(documents)).map(({ body }) => body);
    expect(bodies.map(({ file, order }) => [file.fileKey, order?.after])).toEqual([
      ['a', []],
      ['c', undefined],
      ['b', ['a', 'c']],
    ]);
    // The days of one that waits begin when it goes.
    expect(bodies.map(({ file }) => file.metadata['expiresAt'] !== undefined)).toEqual([true, false, false]);
  });
});
