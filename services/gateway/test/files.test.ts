import { duringTests } from '@sluice/testing';
import { aLead, like, openGateway } from './gateway.js';

const world = duringTests(openGateway);
let leadId: string;
beforeAll(async () => {
  leadId = (await world.call('createLead', { body: aLead() })).data.leadId;
});

const aFile = (changes: Record<string, unknown> = {}) => ({
  leadId,
  fileKey: 'retainer',
  fileName: 'retainer.pdf',
  fileType: 'pdf',
  documentUrl: 'https://files.example/retainer.pdf',
  ...changes,
});
const upsert = (body: unknown) => world.call('upsertFile', { body });

describe('POST /files', () => {
  it('creates a reference with the status pending and the provider manual_upload by default', async () => {
    const { status, data } = await upsert(aFile({ fileKey: 'first' }));
    expect(status).toBe(200);
    expect(data).toEqual({
      fileId: like(/^file_/),
      ...aFile({ fileKey: 'first' }),
      status: 'pending',
      provider: 'manual_upload',
      createdAt: like(/Z$/),
      updatedAt: like(/Z$/),
      signedAt: null,
    });
  });

  it('updates the reference of the same lead and file key, and keeps fields that are not sent', async () => {
    const first = await upsert(
      aFile({ status: 'signed', signedAt: '2026-01-02T03:04:05Z', provider: 'docuseal' }),
    );
    const second = await upsert(aFile({ fileName: 'other.pdf' }));
    expect(second.data).toMatchObject({
      fileId: first.data.fileId,
      fileName: 'other.pdf',
      status: 'signed',
      signedAt: '2026-01-02T03:04:05.000Z',
      provider: 'docuseal',
      createdAt: first.data.createdAt,
    });
  });

  it('creates one reference for many concurrent requests', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => upsert(aFile({ fileKey: 'at_once' }))));
    expect(new Set(made.map(({ data }) => data.fileId)).size).toBe(1);
  });

  it('stores every field that is sent', async () => {
    const sent = {
      signingUrl: 'https://sign.example/1',
      providerDocumentId: 'd1',
      createdBySubmissionId: 'sub_x',
      metadata: { a: { b: [1] } },
    };
    await upsert(aFile({ fileKey: 'all', ...sent }));
    const [file] = (await world.alpha.stores.files.ofLead(leadId, new Date())).filter(
      ({ fileKey }) => fileKey === 'all',
    );
    expect(file).toMatchObject(sent);
  });
});
