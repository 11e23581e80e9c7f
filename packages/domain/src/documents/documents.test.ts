import type { CampaignDocument, Effect, FileStatus } from '@sluice/contracts';
import { factsOf } from '../../test/facts.js';
import { afterDocumentAttempt, onlyLooks } from './after-document-attempt.js';
import { documentProblems, documentValues } from './document-values.js';
import { sendingState, statusesBefore, type ReportedStatus } from './file-status.js';
import { signatureEffect, signatureOrder, turnOfDocument } from './signature-order.js';

const now = new Date('2026-03-01T12:00:00Z');

describe('the order of a document', () => {
  const full: CampaignDocument = {
    provider: 'docuseal',
    templateId: '41',
    documentTemplateId: '7',
    expiresInDays: 3,
    metadataOverrides: { matter: 'A-1' },
    fieldMappingOverrides: [
      { providerFieldName: 'Full name', sourceType: 'field_library', sourceValue: 'firstName' },
      { providerFieldId: 'f-2', sourceValue: 'injury', fallbackTemplate: 'none' },
      { providerFieldName: 'Elsewhere', sourceType: 'crm', sourceValue: 'injury', fallbackTemplate: 'x' },
      { providerFieldName: 'By hand', sourceValue: 'injury', autoFill: false },
      { sourceValue: 'injury' },
    ],
  };

  it('is what the campaign says: template, days, metadata and the fields that are filled in', () => {
    expect(signatureOrder(full, ['first'])).toEqual({
      vendor: 'docuseal',
      templateId: '41',
      expiresInDays: 3,
      metadata: { matter: 'A-1' },
      fields: [
        { name: 'Full name', key: 'firstName' },
        { name: 'f-2', key: 'injury', fallback: 'none' },
        { name: 'Elsewhere', fallback: 'x' },
      ],
      after: ['first'],
    });
    const { templateId: _templateId, ...own } = full;
    expect(signatureOrder(own, [])?.templateId).toBe('7');
  });

  it.each([undefined, '', 'manual_upload', 'system_generated', 'csv_import'])(
    'of the provider %p there is none, because people have it signed',
    (provider) => expect(signatureOrder({ provider }, [])).toBeUndefined(),
  );
});

describe('the turn of a document', () => {
  const turn = (after: string[], ...statuses: [string, FileStatus][]) =>
    turnOfDocument(
      { after },
      statuses.map(([fileKey, status]) => ({ fileKey, status })),
    );

  it('comes when every file before it is signed', () => {
    expect(turn([])).toEqual({ kind: 'now' });
    expect(turn(['a', 'b'], ['a', 'signed'], ['b', 'viewed'])).toEqual({ kind: 'waits', for: 'b' });
    expect(turn(['a', 'b'], ['a', 'signed'])).toEqual({ kind: 'waits', for: 'b' });
    expect(turn(['a', 'b'], ['a', 'signed'], ['b', 'verified'])).toEqual({ kind: 'now' });
  });

  it.each<FileStatus>(['declined', 'expired', 'failed'])('never comes after a file that is %s', (status) => {
    expect(turn(['a', 'b'], ['a', 'pending'], ['b', status])).toEqual({ kind: 'never', for: 'b' });
  });

  it('gives one effect per lead, whose key follows from that of the document', () => {
    const requested = {
      tenantId: 'demo',
      effectId: 'lead_1.document.ACMRU.doc',
      kind: 'document',
      eventId: 'evt_0',
      submissionId: 'sub_1',
      leadId: 'lead_1',
      campaignId: 'ACMRU',
      trigger: 'lead_qualified',
      body: { file: { fileKey: 'doc' }, order: signatureOrder({ provider: 'docuseal' }, ['a']) },
    } as unknown as Effect<'document'>;
    expect(signatureEffect(requested, [], () => 'evt_1')).toBeUndefined();
    expect(signatureEffect(requested, [{ fileKey: 'a', status: 'signed' }], () => 'evt_1')).toMatchObject({
      effectId: 'lead_1.document.ACMRU.doc.send',
      kind: 'signature',
      body: { vendor: 'docuseal', fileKey: 'doc' },
    });
    // Its person was erased.
    expect(signatureEffect({ ...requested, body: {} }, [], () => 'evt_1')).toBeUndefined();
  });
});

describe('the values of a document', () => {
  const lead = factsOf(
    { injury: 'back', hurt: true, when: ['May', 'June'], weight: 80.5, empty: '  ' },
    {
      data: {
        firstName: 'Ann',
        questionnaire: { injury: 'back', hurt: true, when: ['May', 'June'], weight: 80.5, empty: '  ' },
      },
    },
  );
  const values = (...fields: Parameters<typeof documentValues>[0]) => documentValues(fields, lead);

  it('are those of the field keys, as text', () => {
    const keys = ['first_name', 'injury', 'hurt', 'when', 'weight'];
    expect(values(...keys.map((key) => ({ name: key, key })))).toEqual({
      kind: 'values',
      values: { first_name: 'Ann', injury: 'back', hurt: 'true', when: 'May, June', weight: '80.5' },
    });
  });

  it('come from the template where the key has none, and are left out where that is empty too', () => {
    expect(
      values(
        { name: 'a', key: 'empty', fallback: '{{ firstName }} of {{ injury | upcase }}' },
        { name: 'b', key: 'injury', fallback: 'not used' },
        { name: 'c', key: 'nothing', fallback: '{{ nothing }}' },
        { name: 'd', key: 'nothing' },
      ),
    ).toEqual({ kind: 'values', values: { a: 'Ann of BACK', b: 'back' } });
  });

  it('cannot be made by a broken template, which is refused when it is configured', () => {
    expect(values({ name: 'a', fallback: '{{ x | nosuch }}' })).toMatchObject({ kind: 'broken' });
    expect(
      documentProblems([
        {},
        { fieldMappingOverrides: [{ fallbackTemplate: 'fine' }, { fallbackTemplate: '{% if %' }] },
      ]),
    ).toEqual([expect.stringContaining('documents.1.fieldMappingOverrides.1.fallbackTemplate: must be')]);
  });
});

describe('after an attempt to have a document sent', () => {
  const after = (status: number, n = 1, mayBeSent = false) =>
    afterDocumentAttempt({
      n,
      mayBeSent,
      answer: { kind: 'answered', status, headers: {} },
      now,
      random01: 0.5,
    });

  it.each([400, 401, 403, 404, 410, 422])('%d is final', (status) =>
    expect(after(status)).toEqual({ kind: 'failed', reason: 'document_refused' }),
  );

  it.each([408, 429, 500, 503, 200])('%d is tried again, five times', (status) => {
    expect(after(status)).toMatchObject({ kind: 'again', at: new Date(now.getTime() + 5_000) });
    expect(after(status, 6).kind).toBe('failed');
  });

  it('the last one is followed by one that only looks, where the vendor may have sent it', () => {
    expect(after(503, 6, true)).toEqual({ kind: 'again', at: new Date(now.getTime() + 60_000) });
    expect([onlyLooks(6), onlyLooks(7)]).toEqual([false, true]);
    expect(after(503, 7, true)).toMatchObject({ kind: 'failed' });
  });
});

describe('the status of a file', () => {
  const all: FileStatus[] = [
    'pending',
    'uploaded',
    'viewed',
    'in_progress',
    'signed',
    'verified',
    'expired',
    'declined',
    'failed',
  ];
  const reported: ReportedStatus[] = ['viewed', 'in_progress', 'signed', 'declined', 'expired'];

  it.each(reported)('%s is never taken by a file that has ended, nor twice', (status) => {
    const before = statusesBefore(status);
    for (const ended of ['signed', 'declined', 'expired', 'verified', 'uploaded', status] as const)
      expect(before).not.toContain(ended);
  });

  it('goes forward only', () => {
    expect(statusesBefore('viewed')).not.toContain('in_progress');
    expect(statusesBefore('in_progress')).toContain('viewed');
    expect(statusesBefore('signed')).toEqual(expect.arrayContaining(['pending', 'viewed', 'in_progress']));
  });

  it('says whether the file may still be sent', () => {
    const file = (more: object) => ({
      provider: 'docuseal' as const,
      status: 'pending' as const,
      documentUrl: '',
      ...more,
    });
    expect(sendingState(file({}), 'docuseal')).toBe('unsent');
    expect(all.filter((status) => sendingState(file({ status }), 'docuseal') === 'unsent')).toEqual([
      'pending',
      'viewed',
      'in_progress',
    ]);
    expect(sendingState(file({ documentUrl: 'https://x.example' }), 'docuseal')).toBe('not_sendable');
    expect(sendingState(file({ provider: 'manual_upload' }), 'docuseal')).toBe('not_sendable');
    // The vendor's first report came before the answer to our call was kept: its link is still to be found.
    expect(sendingState(file({ status: 'viewed', providerDocumentId: '7' }), 'docuseal')).toBe('unsent');
    expect(sendingState(file({ signingUrl: 'https://x', providerDocumentId: '7' }), 'docuseal')).toBe('sent');
    expect(sendingState(file({ status: 'signed', providerDocumentId: '7' }), 'docuseal')).toBe('sent');
  });
});
