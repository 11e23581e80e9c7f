import { fileNotifications as migration } from '../src/migrations/0006-file-notifications.js';
import { openRawWorld, type RawWorld } from './world.js';

let world: RawWorld;
beforeAll(async () => {
  world = await openRawWorld();
});
afterAll(() => world.close());
afterEach(() => documents().deleteMany({}));

const documents = () => world.db.collection<{ _id: string }>('files');
const migrate = () => migration.run(world.db, { note: () => undefined, throwIfLost: () => undefined });

const leadId = 'lead_01KAG000000000000000000001';
const change = { change: 'one', status: 'uploaded', statusBefore: 'pending' } as const;
const overdue = () => new Date(Date.now() - 60_000);
/** As release 0.1.0 writes a file whose change is not notified yet. */
const earlier = (fileKey: string) => ({
  ...{ _id: `demo/${leadId}.${fileKey}`, tenantId: 'demo', leadId, fileKey, fileId: `file_${fileKey}` },
  ...{ fileName: 'retainer.pdf', fileType: 'pdf', documentUrl: '', provider: 'manual_upload' },
  ...{ status: 'uploaded', changes: ['one'], news: [change], newsDueAt: overdue() },
  ...{ createdAt: '2026-11-20T09:00:00.000Z', updatedAt: '2026-11-20T09:00:00.000Z' },
});
const toNotify = async () =>
  (await world.stores.due.filesToNotify(10)).map(({ file, notifications }) => ({
    fileKey: file.fileKey,
    notifications,
  }));

describe('the migration of file notifications', () => {
  it('leaves what is pending to the sweep, and a second run changes nothing', async () => {
    await documents().insertOne(earlier('retainer'));
    await migrate();
    const once = await documents().findOne();
    expect(Object.keys(once ?? {})).toEqual(expect.not.arrayContaining(['news', 'newsDueAt']));
    await migrate();
    expect(await documents().findOne()).toEqual(once);
    expect(await toNotify()).toEqual([{ fileKey: 'retainer', notifications: [change] }]);
    const files = world.stores.forTenant('demo').files;
    await files.notified({ leadId, fileKey: 'retainer' }, [change]);
    expect(await toNotify()).toEqual([]);
  });

  it('is not needed for what a gateway of release 0.1.0 writes after it and does not notify', async () => {
    await migrate();
    await documents().insertOne(earlier('retainer'));
    expect(await toNotify()).toEqual([{ fileKey: 'retainer', notifications: [change] }]);
  });

  it('keeps what this release and release 0.1.0 wrote into one file', async () => {
    const files = world.stores.forTenant('demo').files;
    const key = { leadId, fileKey: 'retainer' };
    await documents().insertOne(earlier('retainer'));
    const begins = { fileId: 'file_1', provider: 'manual_upload', status: 'pending' } as const;
    await files.upsert(key, { status: 'signed' }, begins, overdue(), 'two');
    expect(await toNotify()).toEqual([
      {
        fileKey: 'retainer',
        notifications: [change, { change: 'two', status: 'signed', statusBefore: 'uploaded' }],
      },
    ]);
  });

  it('adds no field to the file that a sender reads, before and after', async () => {
    await documents().insertOne(earlier('retainer'));
    const read = () => world.stores.forTenant('demo').files.find({ leadId, fileKey: 'retainer' }, new Date());
    const before = await read();
    await migrate();
    expect(await read()).toEqual(before);
    expect(Object.keys(before ?? {}).toSorted()).toEqual([
      ...['createdAt', 'documentUrl', 'fileId', 'fileKey', 'fileName', 'fileType', 'leadId', 'provider'],
      ...['status', 'updatedAt'],
    ]);
  });
});
