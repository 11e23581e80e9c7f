import { newId } from '@sluice/process';
import type { Stores } from '@sluice/store';
import { accepted, aSubmission, duringTests, putTenant } from '@sluice/testing';
import { completeOverdue, notifyFileChanges, type Core } from '../src/index.js';
import { openPipeline } from './pipeline.js';

const world = duringTests(openPipeline);
let core: Core;
let stores: Stores;
beforeAll(async () => {
  ({ core } = world);
  ({ stores } = core);
  const settings = { webhooks: { url: 'https://hooks.example' } };
  await putTenant(stores.tenants, { tenantId: 'demo', name: 'Demo', settings });
  const lead = aSubmission({ submissionId: 'sub_1', data: {} });
  await stores.forTenant('demo').leads.ensure(accepted(lead).newLead);
});

async function aFile(fileKey: string, expiresInMs: number): Promise<void> {
  const now = stores.clock.now();
  const expiresAt = new Date(now.getTime() + expiresInMs).toISOString();
  const beginnings = { fileId: newId('file'), provider: 'docusign', status: 'pending' } as const;
  await stores.forTenant('demo').files.upsert({ leadId: 'lead_1', fileKey }, { expiresAt }, beginnings, now);
}

const notificationsOf = async (fileKey: string) => {
  const all = await stores.forTenant('demo').effects.onceForLead('lead_1');
  return all
    .filter((effect) => effect.kind === 'webhook')
    .filter(({ effectId }) => effectId.includes(`file.updated.${fileKey}.`))
    .map(({ body }) => body);
};
const statusOf = async (fileKey: string) =>
  (await stores.forTenant('demo').files.find({ leadId: 'lead_1', fileKey }, new Date(0)))?.status;

describe('a requested document that was not signed in time', () => {
  it('is stored as expired and its webhook is sent once', async () => {
    await aFile('late', -1_000);
    await aFile('open', 60_000);
    expect(await completeOverdue.expiredFiles(core)).toBe(1);
    expect(await completeOverdue.expiredFiles(core)).toBe(0);
    expect([await statusOf('late'), await statusOf('open')]).toEqual(['expired', 'pending']);
    expect(await notificationsOf('late')).toMatchObject([
      {
        message: {
          type: 'file.updated',
          data: { fileKey: 'late', status: 'expired', statusBefore: 'pending' },
        },
      },
    ]);
    expect(await notificationsOf('open')).toEqual([]);
  });

  it('stays signed when the signature was recorded first', async () => {
    await aFile('signed', -1_000);
    const { files } = stores.forTenant('demo');
    const beginnings = { fileId: newId('file'), provider: 'docusign', status: 'pending' } as const;
    await files.upsert({ leadId: 'lead_1', fileKey: 'signed' }, { status: 'signed' }, beginnings, new Date());
    expect(await completeOverdue.expiredFiles(core)).toBe(0);
    expect(await statusOf('signed')).toBe('signed');
  });
});

describe('a new status of a file', () => {
  const beginnings = { fileId: 'file_1', provider: 'manual_upload', status: 'pending' } as const;
  const aMinuteAgo = () => new Date(stores.clock.now().getTime() - 60_000);
  const write = (fileKey: string, status: 'pending' | 'viewed' | 'signed', change: string, at: Date) =>
    stores.forTenant('demo').files.upsert({ leadId: 'lead_1', fileKey }, { status }, beginnings, at, change);
  const notifiedStatuses = async (fileKey: string) =>
    (await notificationsOf(fileKey)).map(({ message }) => {
      const { status, statusBefore } = message?.data ?? {};
      return [statusBefore, status];
    });

  it('gets one webhook per change when every worker that wrote one died before planning it', async () => {
    await write('left', 'pending', 'c1', aMinuteAgo());
    await write('left', 'viewed', 'c2', aMinuteAgo());
    await write('left', 'viewed', 'c3', aMinuteAgo());
    await write('left', 'signed', 'c4', aMinuteAgo());
    expect(await notificationsOf('left')).toEqual([]);
    expect(await completeOverdue.fileNotifications(core)).toBe(1);
    expect((await notifiedStatuses('left')).sort()).toEqual(
      [
        [undefined, 'pending'],
        ['pending', 'viewed'],
        ['viewed', 'signed'],
      ].sort(),
    );
    expect(await completeOverdue.fileNotifications(core)).toBe(0);
  });

  it('is not notified by the sweep at first, and adds no webhook when it is written again after its webhook was planned', async () => {
    const written = await write('fresh', 'viewed', 'c1', stores.clock.now());
    expect(await completeOverdue.fileNotifications(core)).toBe(0);
    const lead = await stores.forTenant('demo').leads.find('lead_1');
    await notifyFileChanges(core, lead!, written);
    expect(await notifiedStatuses('fresh')).toEqual([[undefined, 'viewed']]);
    expect((await write('fresh', 'viewed', 'c2', stores.clock.now())).notifications).toEqual([]);
  });

  it('is still pending notification when its request is repeated, and gets one webhook', async () => {
    await write('again', 'signed', 'c1', aMinuteAgo());
    const repeated = await write('again', 'signed', 'c1', stores.clock.now());
    expect(repeated.notifications).toEqual([{ change: 'c1', status: 'signed' }]);
    const lead = await stores.forTenant('demo').leads.find('lead_1');
    await notifyFileChanges(core, lead!, repeated);
    expect(await completeOverdue.fileNotifications(core)).toBe(0);
    expect(await notifiedStatuses('again')).toEqual([[undefined, 'signed']]);
  });

  it('follows expired when the document had expired, even if no worker has stored that yet', async () => {
    await aFile('over', -1_000);
    expect((await write('over', 'signed', 'c1', stores.clock.now())).notifications).toEqual([
      { change: 'c1', status: 'signed', statusBefore: 'expired' },
    ]);
  });

  it.each([true, false])(
    'stays pending when someone says so after the document had expired (stored: %s), and expires no more',
    async (isStored) => {
      const fileKey = `revived_${isStored}`;
      await aFile(fileKey, -1_000);
      if (isStored) await completeOverdue.expiredFiles(core);
      const { file, notifications } = await write(fileKey, 'pending', 'c1', stores.clock.now());
      expect([file.status, notifications]).toEqual([
        'pending',
        [{ change: 'c1', status: 'pending', statusBefore: 'expired' }],
      ]);
      expect(await completeOverdue.expiredFiles(core)).toBe(0);
      expect(await statusOf(fileKey)).toBe('pending');
    },
  );

  it('keeps the time at which it expires while that has not come', async () => {
    await aFile('ahead', 60_000);
    const before = stores.clock.now();
    await write('ahead', 'pending', 'c1', before);
    const later = new Date(before.getTime() + 61_000);
    const file = await stores.forTenant('demo').files.find({ leadId: 'lead_1', fileKey: 'ahead' }, later);
    expect(file?.status).toBe('expired');
  });

  it('keeps the stored values of other writers, whatever characters they contain', async () => {
    const { files } = stores.forTenant('demo');
    const key = { leadId: 'lead_1', fileKey: 'odd' };
    const metadata = { text: '$status', nested: { a: ['$$ROOT'] } };
    await files.upsert(key, { fileName: '$fileKey', metadata: { gone: 1 } }, beginnings, new Date(), 'c1');
    const { file } = await files.upsert(key, { metadata }, beginnings, new Date(), 'c2');
    expect(file).toMatchObject({ ...key, ...beginnings, fileName: '$fileKey' });
    expect(file.metadata).toEqual(metadata);
    expect(await files.find(key, new Date())).toEqual(file);
  });
});
