import type { FileStatus } from '@sluice/contracts';
import { duringTests, putTenant } from '@sluice/testing';
import { createHmac } from 'node:crypto';
import { aLead, openGateway, testSealingKey } from './gateway.js';

const secret = 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQt';
const hook = '/hooks/documents/docuseal/alpha';

const world = duringTests(openGateway);
beforeAll(async () => {
  const { secrets, tenants } = world.stores;
  const sealed = { keys: [testSealingKey], at: new Date() };
  await secrets.setCredentials('alpha', 'docuseal', { apiKey: 'KEY', webhookSecret: secret }, sealed);
  await secrets.setCredentials('beta', 'docuseal', { apiKey: 'KEY' }, sealed);
  await putTenant(tenants, {
    tenantId: 'alpha',
    name: 'alpha',
    settings: { webhooks: { url: 'https://hooks.example/a' } },
  });
});

interface Told {
  readonly target?: string;
  readonly key?: string;
  readonly ageSeconds?: number;
}

/** A call as DocuSeal makes it. */
async function tell(event: unknown, { target = hook, key = secret, ageSeconds = 0 }: Told = {}) {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const seconds = Math.floor(Date.now() / 1000) - ageSeconds;
  const hex = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
  const headers = { 'Content-Type': 'application/json', 'X-Docuseal-Signature': `${seconds}.${hex}` };
  return fetch(world.url + target, { method: 'POST', headers, body });
}

let documents = 0;
/** A file that was sent through DocuSeal. */
async function aFile(status: FileStatus = 'pending') {
  const { data } = await world.call('createLead', { body: aLead() });
  const { leadId } = data;
  const fileKey = `doc_${(documents += 1)}`;
  const begun = {
    fileId: `file_${leadId}`,
    fileName: 'Doc',
    fileType: 'pdf',
    documentUrl: '',
    provider: 'docuseal',
    status,
  } as const;
  await world.alpha.stores.files.upsert({ leadId, fileKey }, {}, begun, new Date());
  const file = async () => (await world.alpha.stores.files.find({ leadId, fileKey }, new Date()))!;
  const events = async () => {
    const once = await world.alpha.stores.effects.onceForLead(leadId);
    return once
      .filter((effect) => effect.kind === 'webhook')
      .filter(({ trigger }) => trigger === 'file.updated')
      .map(({ body }) => body.message?.data['status']);
  };
  const of = (event_type: string, at = '2026-03-01T12:00:00Z', more: object = {}) => ({
    event_type,
    timestamp: at,
    data:
      event_type === 'submission.expired'
        ? { id: 12, submitters: [{ id: 5, external_id: begun.fileId }] }
        : { id: 5, submission_id: 12, external_id: begun.fileId, ...more },
  });
  return { fileId: begun.fileId, leadId, file, events, of };
}

describe('the authentication of document vendors’ calls', () => {
  it('accepts a call that is signed, and one that bears the secret in a header of any name', async () => {
    const { of, file } = await aFile();
    expect((await tell(of('form.viewed'))).status).toBe(200);
    expect((await file()).status).toBe('viewed');
    const bearing = { method: 'POST', body: JSON.stringify(of('form.started')) };
    const json = { 'Content-Type': 'application/json' };
    const right = await fetch(world.url + hook, { ...bearing, headers: { ...json, 'X-My-Header': secret } });
    expect([right.status, (await file()).status]).toEqual([200, 'in_progress']);
  });

  it.each<[string, Told]>([
    ['is signed with another secret', { key: 'whsec_other' }],
    ['was signed more than five minutes ago', { ageSeconds: 302 }],
    ['is for a tenant without a secret', { target: '/hooks/documents/docuseal/beta' }],
    ['is for a tenant that there is not', { target: '/hooks/documents/docuseal/nobody' }],
    ['is of a vendor that is not built', { target: '/hooks/documents/docusign/alpha' }],
    ['is of a word that every object knows', { target: '/hooks/documents/constructor/alpha' }],
  ])('answers 403 to a call that %s, and changes nothing', async (_what, how) => {
    const { of, file } = await aFile();
    const answer = await tell(of('form.viewed'), how);
    expect([answer.status, await answer.text()]).toEqual([403, 'The signature does not match.']);
    expect((await file()).status).toBe('pending');
  });
});

describe('what a document vendor reports', () => {
  it('is followed by the file, and each step is told once', async () => {
    const { of, file, events } = await aFile();
    const at = (second: number) => `2026-03-01T12:00:0${second}Z`;
    for (const [type, second, status] of [
      ['form.viewed', 1, 'viewed'],
      ['form.started', 2, 'in_progress'],
      ['form.completed', 3, 'signed'],
    ] as const) {
      const more = { completed_at: at(3), documents: [{ url: 'https://docuseal.example/d.pdf' }] };
      expect((await tell(of(type, at(second), more))).status).toBe(200);
      expect((await tell(of(type, at(second), more))).status).toBe(200);
      expect((await file()).status).toBe(status);
    }
    expect(await file()).toMatchObject({
      signedAt: '2026-03-01T12:00:03Z'.replace('Z', '.000Z'),
      documentUrl: 'https://docuseal.example/d.pdf',
      providerDocumentId: '12',
    });
    expect((await events()).sort()).toEqual(['in_progress', 'signed', 'viewed']);
  });

  it('counts for a document that was given up, because it may have arrived', async () => {
    const { of, file } = await aFile('failed');
    await tell(of('form.completed'));
    expect((await file()).status).toBe('signed');
  });

  it.each<FileStatus>(['uploaded', 'verified'])(
    'changes nothing of a file that people made %s',
    async (status) => {
      const { of, file } = await aFile(status);
      expect((await tell(of('form.viewed'))).status).toBe(200);
      expect((await file()).status).toBe(status);
    },
  );

  it('is answered 200 if nobody knows it, and 400 if it is no JSON', async () => {
    const { of } = await aFile();
    expect((await tell({ ...of('form.viewed'), data: { external_id: 'file_none' } })).status).toBe(200);
    expect((await tell(of('template.updated'))).status).toBe(200);
    expect((await tell({})).status).toBe(200);
    expect((await tell('not JSON')).status).toBe(400);
  });

  it('reaches no file of another tenant', async () => {
    const { of, file } = await aFile();
    const sealed = { keys: [testSealingKey], at: new Date() };
    await putTenant(world.stores.tenants, { tenantId: 'gamma', name: 'gamma', settings: {} });
    await world.stores.secrets.setCredentials('gamma', 'docuseal', { webhookSecret: secret }, sealed);
    expect((await tell(of('form.viewed'), { target: '/hooks/documents/docuseal/gamma' })).status).toBe(200);
    expect((await file()).status).toBe('pending');
  });
});
