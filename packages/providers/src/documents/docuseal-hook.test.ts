import { createHmac } from 'node:crypto';
import type { DocumentHookRequest } from './document-vendor.js';
import { docusealHook } from './docuseal-hook.js';

const secret = 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQt';
const receivedAt = new Date('2026-01-01T00:00:00Z');
const nowSeconds = receivedAt.getTime() / 1000;
const body = '{"event_type":"form.viewed", "data":{}}';

function signed(rawBody = body, { seconds = nowSeconds, key = secret } = {}): DocumentHookRequest {
  const hex = createHmac('sha256', key).update(`${seconds}.${rawBody}`).digest('hex');
  const headers = { 'x-docuseal-signature': `${seconds}.${hex}` };
  return { headers, rawBody: Buffer.from(rawBody), receivedAt };
}
const isGenuine = (request: DocumentHookRequest) => docusealHook.isGenuine(request, secret);

describe('the proof of a DocuSeal call', () => {
  it('is a signature over its exact bytes, with the whole secret as the key', () => {
    expect(isGenuine(signed())).toBe(true);
    // As OpenSSL computes HMAC-SHA256("whsec_k", "1767225600.{}").
    const known = '0a2d8636c097a6714b68d28396f8a3d901204d280122ebe829f9947df75e8f23';
    const headers = { 'x-docuseal-signature': `1767225600.${known}` };
    expect(docusealHook.isGenuine({ headers, rawBody: Buffer.from('{}'), receivedAt }, 'whsec_k')).toBe(true);
    expect(isGenuine(signed(body, { key: secret.slice('whsec_'.length) }))).toBe(false);
    expect(isGenuine({ ...signed(), rawBody: Buffer.from(`${body} `) })).toBe(false);
  });

  it('is accepted up to 300 s before and after, and no longer', () => {
    const at = (offset: number) => isGenuine(signed(body, { seconds: nowSeconds + offset }));
    expect([-301, -300, 300, 301].map(at)).toEqual([false, true, true, false]);
  });

  it('may be the secret itself, in a header of any name', () => {
    const bearing = (headers: Record<string, string | undefined>) =>
      isGenuine({ headers, rawBody: Buffer.from(body), receivedAt });
    expect(bearing({ 'x-docuseal-secret': secret })).toBe(true);
    expect(bearing({ authorization: secret })).toBe(true);
    expect(bearing({ 'x-docuseal-secret': `${secret}x`, other: undefined })).toBe(false);
    expect(bearing({})).toBe(false);
  });

  it.each(['', 'abc', `${nowSeconds}`, `${nowSeconds}.`, `${nowSeconds}.zz`, `1e9.${'a'.repeat(64)}`])(
    'is not a header such as %j',
    (header) => {
      const headers = { 'x-docuseal-signature': header };
      expect(isGenuine({ headers, rawBody: Buffer.from(body), receivedAt })).toBe(false);
    },
  );
});

describe('the reader of DocuSeal events', () => {
  const read = (event_type: string, data: object, timestamp: unknown = '2026-01-01T00:00:05Z') =>
    docusealHook.read(JSON.stringify({ event_type, timestamp, data }));
  const at = '2026-01-01T00:00:05.000Z';
  const submitter = { id: 5, submission_id: 12, external_id: 'file_1' };

  it.each([
    ['form.viewed', 'viewed'],
    ['form.started', 'in_progress'],
    ['form.declined', 'declined'],
  ])('reads %s as %s', (type, status) => {
    expect(read(type, submitter)).toEqual({ kind: 'status', fileId: 'file_1', status, at, documentId: '12' });
  });

  it('reads a completed form as signed, with the time and the signed document', () => {
    const documents = [{ name: 'a', url: 'https://docuseal.example/file/a.pdf' }];
    expect(read('form.completed', { ...submitter, completed_at: '2026-01-01T00:00:04Z', documents })).toEqual(
      {
        kind: 'status',
        fileId: 'file_1',
        status: 'signed',
        at,
        documentId: '12',
        signedAt: '2026-01-01T00:00:04.000Z',
        documentUrl: 'https://docuseal.example/file/a.pdf',
      },
    );
    const bare = { ...submitter, documents: [{ url: 'javascript:alert(1)' }] };
    expect(read('form.completed', bare)).toMatchObject({ signedAt: at });
    expect(read('form.completed', bare)).not.toHaveProperty('documentUrl', expect.anything());
  });

  it('reads an expiry, whose data is the submission', () => {
    const data = {
      id: 12,
      submitters: [
        { id: 4, external_id: null },
        { id: 5, external_id: 'file_1' },
      ],
    };
    expect(read('submission.expired', data)).toEqual({
      kind: 'status',
      fileId: 'file_1',
      status: 'expired',
      at,
      documentId: '12',
    });
  });

  it.each([
    ['an event of no interest', read('template.updated', submitter)],
    ['another event of a submission', read('submission.completed', { id: 12, submitters: [submitter] })],
    ['a submitter that is not ours', read('form.viewed', { ...submitter, external_id: null })],
    ['no time', read('form.viewed', submitter, 'soon')],
    ['no object', docusealHook.read('[]')],
    ['no JSON', docusealHook.read('<a>')],
    ['a word that every object knows', read('constructor', submitter)],
  ])('ignores %s', (_what, said) => expect(said).toEqual({ kind: 'ignored' }));
});
