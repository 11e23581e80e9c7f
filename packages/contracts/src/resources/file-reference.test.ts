import { upsertFileInputSchema } from './file-reference.js';
import { readBody } from '../reading/read-body.js';

const least = {
  leadId: 'lead_1',
  fileKey: 'retainer_2',
  fileName: 'Retainer.pdf',
  fileType: 'pdf',
  documentUrl: 'https://files.example/r.pdf',
};

describe('file references', () => {
  it('have no default for status and provider, so that an update does not reset them', () => {
    expect(upsertFileInputSchema.parse(least)).toEqual(least);
  });

  it('may point to any http or https address, because the service never fetches it', () => {
    const sent = { ...least, documentUrl: 'http://127.0.0.1/r.pdf', signingUrl: 'http://10.0.0.1/sign' };
    expect(upsertFileInputSchema.parse(sent)).toEqual(sent);
  });

  it.each([
    'pending',
    'uploaded',
    'viewed',
    'in_progress',
    'signed',
    'verified',
    'expired',
    'declined',
    'failed',
  ])('may have the status %s', (status) => {
    expect(upsertFileInputSchema.parse({ ...least, status }).status).toBe(status);
  });

  it.each([
    'docuseal',
    'docusign',
    'dropbox_sign',
    'pandadoc',
    'adobe_sign',
    'manual_upload',
    'system_generated',
    'csv_import',
  ])('may have the provider %s', (provider) => {
    expect(upsertFileInputSchema.parse({ ...least, provider }).provider).toBe(provider);
  });

  it('require their five mandatory fields', () => {
    expect(readBody(upsertFileInputSchema, {})).toEqual({
      kind: 'invalid',
      problems: Object.keys(least).map((field) => `${field}: is required`),
    });
  });

  it.each<[Record<string, unknown>, string]>([
    [{ fileKey: 'Retainer' }, 'fileKey: must contain only lower-case letters, digits and underscores'],
    [{ fileKey: 'a.b' }, 'fileKey: must contain only lower-case letters, digits and underscores'],
    [{ fileKey: '' }, 'fileKey: must not be empty'],
    [{ fileName: '' }, 'fileName: must not be empty'],
    [{ documentUrl: 'ftp://x.example/a' }, 'documentUrl: must be an http or https URL'],
    [{ signingUrl: 'sign here' }, 'signingUrl: must be an http or https URL'],
    [{ signedAt: 'today' }, 'signedAt: must be an ISO 8601 timestamp'],
    [{ metadata: 'x' }, 'metadata: must be an object'],
    [
      { provider: 'pigeon' },
      'provider: must be one of docuseal, docusign, dropbox_sign, pandadoc, adobe_sign, manual_upload, system_generated, csv_import',
    ],
    [
      { status: 'lost' },
      'status: must be one of pending, uploaded, viewed, in_progress, signed, verified, expired, declined, failed',
    ],
  ])('refuse %j', (fields, problem) => {
    expect(readBody(upsertFileInputSchema, { ...least, ...fields })).toEqual({
      kind: 'invalid',
      problems: [problem],
    });
  });
});
