import type { CampaignDocument, FileStatus, NewEffect } from '@sluice/contracts';
import { completeOverdue, noteFile, planEffect } from '@sluice/pipeline';
import { armFailpoint } from '@sluice/process';
import { duringTests, eventually } from '@sluice/testing';
import { webhookStage } from '../src/webhook-stage.js';
import { openWebhookWorker } from './webhook-worker.js';

const world = duringTests(openWebhookWorker);
beforeEach(() => {
  world.clock.set('2026-03-01T12:00:00Z');
  world.docuseal.manner = 'takes';
  world.docuseal.taken.length = 0;
  world.docuseal.calls.length = 0;
});
afterEach(() => armFailpoint(undefined));

const document = (documentId: string, more: Partial<CampaignDocument> = {}): CampaignDocument => ({
  documentId,
  name: documentId,
  isActive: true,
  autoSend: true,
  provider: 'docuseal',
  templateId: '41',
  ...more,
});
const minute = 60_000;
const effectOf = async (leadId: string, fileKey = 'retainer') => {
  const effect = (await world.signatures(leadId))[fileKey];
  if (!effect) throw new Error(`nothing sends ${fileKey}`);
  return effect;
};
const run = async (leadId: string, fileKey?: string) => {
  await world.run(await effectOf(leadId, fileKey));
  return effectOf(leadId, fileKey);
};
/** The vendor, or a person, gives the file a status. */
const becomes = async (leadId: string, fileKey: string, status: FileStatus) => {
  const from: FileStatus[] = ['pending', 'viewed', 'in_progress', 'declined'];
  const change = `test.${status}`;
  const written = await world.mine.files.follow(
    { leadId, fileKey },
    { status },
    { from, change },
    world.clock.now(),
  );
  await noteFile(world.deps, { tenantId: 'demo', leadId }, written!);
};

describe('a document that is due', () => {
  it('is sent with the person, the values, the metadata and its last day, and the file has its link', async () => {
    const leadId = await world.qualified([
      document('Retainer', {
        expiresInDays: 3,
        metadataOverrides: { matter: 'A-1' },
        fieldMappingOverrides: [
          { providerFieldName: 'Injury', sourceType: 'field_library', sourceValue: 'injury' },
          { providerFieldName: 'Greeting', sourceValue: 'nothing', fallbackTemplate: 'Dear {{ firstName }}' },
        ],
      }),
    ]);
    expect(await run(leadId)).toMatchObject({ status: 'done', attempts: [{ outcome: 'done', status: 200 }] });
    const file = await world.file(leadId, 'retainer');
    expect(world.docuseal.taken).toEqual([
      {
        role: 'Client',
        name: 'Ann Lee',
        email: 'ann@example.com',
        phone: '+14155550132',
        external_id: file.fileId,
        values: { Injury: 'back', Greeting: 'Dear Ann' },
        metadata: { matter: 'A-1' },
        expire_at: '2026-03-04 12:00:00 UTC',
      },
    ]);
    expect(file).toMatchObject({
      status: 'pending',
      provider: 'docuseal',
      providerDocumentId: '101',
      signingUrl: expect.stringContaining('/s/slug0') as string,
      metadata: { matter: 'A-1', expiresAt: '2026-03-04T12:00:00.000Z' },
    });
    // Told once, with the link.
    expect(await world.told(leadId)).toEqual(['retainer pending']);
  });

  it('does not expire here once its vendor has it: the vendor says so', async () => {
    const leadId = await world.qualified([document('Retainer', { expiresInDays: 1 })]);
    await run(leadId);
    const later = new Date(world.clock.now().getTime() + 3 * 24 * 60 * minute);
    const file = await world.mine.files.find({ leadId, fileKey: 'retainer' }, later);
    expect(file?.status).toBe('pending');
  });

  it.each([
    ['of a test lead', {}, { isTest: true }, 'test_lead'],
    ['of a vendor that is not built', { provider: 'docusign' }, {}, 'vendor_not_built'],
    ['of a vendor that nobody knows', { provider: 'pigeon' }, {}, 'vendor_not_built'],
  ])('%s is sent to nobody, and says why', async (_what, more, lead, reason) => {
    const leadId = await world.qualified([document('Retainer', more)], lead);
    expect(await run(leadId)).toMatchObject({ status: 'skipped', reason });
    expect(world.docuseal.calls).toEqual([]);
  });

  it('says that no provider is configured where none is', async () => {
    const leadId = await world.qualified([document('Retainer')], { tenantId: 'bare' });
    const signature = async () => (await world.signatures(leadId, 'bare'))['retainer']!;
    await world.run(await signature());
    expect(await signature()).toMatchObject({ status: 'skipped', reason: 'no_document_provider' });
  });

  it('that the lead has already is left alone', async () => {
    const leadId = await world.qualified([document('Retainer')]);
    const key = { leadId, fileKey: 'retainer' };
    const own = { documentUrl: 'https://files.example/r.pdf', status: 'uploaded' as const };
    const file = await world.file(leadId, 'retainer');
    await world.mine.files.upsert(key, own, { ...file, ...own }, world.clock.now());
    expect(await run(leadId)).toMatchObject({ status: 'skipped', reason: 'file_not_open' });
    expect(world.docuseal.calls).toEqual([]);
  });
});

describe('nobody gets a document twice', () => {
  it('whose vendor took it and whose answer was lost: the next attempt finds it', async () => {
    world.docuseal.manner = 'lost';
    const leadId = await world.qualified([document('Retainer')]);
    expect(await run(leadId)).toMatchObject({
      status: 'due',
      attempts: [{ outcome: 'retry', error: 'reset' }],
    });
    world.docuseal.manner = 'takes';
    expect(await run(leadId)).toMatchObject({ status: 'done' });
    expect(world.docuseal.taken).toHaveLength(1);
    expect((await world.file(leadId, 'retainer')).signingUrl).toContain('/s/slug0');
  });

  it('whose worker died while its vendor took it', async () => {
    world.docuseal.manner = 'silent';
    const leadId = await world.qualified([document('Retainer')]);
    const effect = await effectOf(leadId);
    const dead = world.run(effect);
    await eventually('the vendor has taken it', () => world.docuseal.taken.length === 1, 20_000);
    world.docuseal.manner = 'takes';
    // Another one that has the job meanwhile waits for the first one's time to be over.
    expect(await world.run(effect)).toMatchObject({ outcome: 'attempt_under_way' });
    world.clock.advance(minute);
    expect(await run(leadId)).toMatchObject({ status: 'done' });
    expect((await world.file(leadId, 'retainer')).signingUrl).toContain('/s/slug0');
    world.docuseal.drop();
    await dead;
    expect(await effectOf(leadId)).toMatchObject({ status: 'done' });
    expect(world.docuseal.taken).toHaveLength(1);
  });

  it.each(['after-effect-load', 'after-effect-call-before-record'] as const)(
    'whose worker died %s',
    async (point) => {
      const leadId = await world.qualified([document('Retainer')]);
      const effect = await effectOf(leadId);
      armFailpoint(`hang:${point}@${leadId}`);
      void world.run(effect);
      // The last that it does before it records the result.
      if (point === 'after-effect-call-before-record')
        await eventually(
          'it has told of the file',
          async () => (await world.told(leadId)).length === 1,
          20_000,
        );
      world.clock.advance(minute);
      await eventually(
        'another worker has sent it',
        async () => {
          void world.run(effect);
          return (await effectOf(leadId)).status === 'done';
        },
        20_000,
      );
      expect(world.docuseal.taken).toHaveLength(1);
    },
  );

  it('whose worker was frozen before the call, while another sent it', async () => {
    const leadId = await world.qualified([document('Retainer')]);
    const effect = await effectOf(leadId);
    world.docuseal.onTemplate = () => world.clock.advance(minute);
    const frozen = world.run(effect);
    expect(await frozen).toMatchObject({ outcome: 'retry' });
    expect(world.docuseal.taken).toEqual([]);
    world.docuseal.onTemplate = undefined;
    expect(await run(leadId)).toMatchObject({ status: 'done' });
    expect(world.docuseal.taken).toHaveLength(1);
  });

  it('that two workers have at the same time', async () => {
    const leadId = await world.qualified([document('Retainer')]);
    const effect = await effectOf(leadId);
    await Promise.all([world.run(effect), world.run(effect), world.run(effect)]);
    expect(world.docuseal.taken).toHaveLength(1);
  });

  it('that is requested twice', async () => {
    const leadId = await world.qualified([document('Retainer')]);
    const once = await world.mine.effects.onceForLead(leadId);
    await run(leadId);
    for (const effect of once) await planEffect(world.deps, 'demo', effect as NewEffect);
    await run(leadId);
    expect(world.docuseal.taken).toHaveLength(1);
  });
});

describe('a document that cannot be sent', () => {
  it('is given up at once when it is refused for good: its file has failed, and it is listed', async () => {
    world.docuseal.manner = 422;
    const leadId = await world.qualified([document('Retainer')]);
    expect(await run(leadId)).toMatchObject({
      status: 'failed',
      reason: 'document_refused',
      attempts: [
        { outcome: 'failed', status: 422, answer: expect.stringContaining('Unknown field') as string },
      ],
    });
    expect((await world.file(leadId, 'retainer')).status).toBe('failed');
    expect(await world.told(leadId)).toEqual(['retainer failed']);
    const { files } = await world.mine.files.notSent({ newest: 50, most: 50 }, world.clock.now());
    expect(files.map((file) => file.leadId)).toContain(leadId);
  });

  it.each([429, 500, 503])('is tried again after %d like a webhook, six times in all', async (status) => {
    world.docuseal.manner = status;
    const leadId = await world.qualified([document('Retainer')]);
    for (let n = 1; n <= 5; n += 1) {
      const effect = await run(leadId);
      expect(effect).toMatchObject({ status: 'due' });
      expect(effect.attempts).toHaveLength(n);
      world.clock.advance(minute);
    }
    const last = await run(leadId);
    const orders = () => world.docuseal.calls.filter((call) => call.startsWith('POST'));
    expect(orders()).toHaveLength(6);
    // After a 5xx it may have been sent all the same, so one more attempt looks, and only that.
    const ended = status === 429 ? last : await run(leadId);
    expect(orders()).toHaveLength(6);
    expect(ended).toMatchObject({ status: 'failed', reason: status === 429 ? 'http_429' : 'not_sent' });
    expect((await world.file(leadId, 'retainer')).status).toBe('failed');
  });

  it.each([
    ['no template', { templateId: 'retainer' }, 'no_template'],
    ['a role that its template does not have', { metadataOverrides: { role: 'Judge' } }, 'unknown_role'],
  ])('fails with %s', async (_what, more, reason) => {
    const leadId = await world.qualified([document('Retainer', more)]);
    expect(await run(leadId)).toMatchObject({ status: 'failed', reason });
    expect((await world.file(leadId, 'retainer')).status).toBe('failed');
    expect(world.docuseal.taken).toEqual([]);
  });

  it('fails for a lead without name, email and phone', async () => {
    const leadId = await world.qualified([document('Retainer')], { data: { questionnaire: {} } });
    expect(await run(leadId)).toMatchObject({ status: 'failed', reason: 'no_recipient' });
  });

  it('fails when its workers keep dying', async () => {
    const leadId = await world.qualified([document('Retainer')]);
    const effect = await effectOf(leadId);
    await world.mine.takings.take(effect, {
      now: world.clock.now(),
      until: new Date(world.clock.now().getTime() + 60 * minute),
    });
    for (let death = 1; death <= 6; death += 1)
      await webhookStage.run({ tenantId: 'demo', effectId: effect.effectId }, world.deps, {
        first: false,
        trouble: 'died',
      });
    expect(await effectOf(leadId)).toMatchObject({ status: 'failed', reason: 'quarantined' });
    expect((await world.file(leadId, 'retainer')).status).toBe('failed');
  });
});

describe('the order of documents', () => {
  const inOrder = [
    document('Retainer', { order: 1 }),
    document('Consent', { order: 1 }),
    document('Records', { order: 2, expiresInDays: 2 }),
    document('Closing', { order: 3 }),
  ];
  const sent = async (leadId: string) => Object.keys(await world.signatures(leadId)).sort();

  it('is kept: those of the same order go together, the next when those before are signed', async () => {
    const leadId = await world.qualified(inOrder);
    expect(await sent(leadId)).toEqual(['consent', 'retainer']);
    await becomes(leadId, 'retainer', 'signed');
    expect(await sent(leadId)).toEqual(['consent', 'retainer']);
    await becomes(leadId, 'consent', 'signed');
    expect(await sent(leadId)).toEqual(['consent', 'records', 'retainer']);
    await run(leadId, 'records');
    // Its two days begin now.
    expect(world.docuseal.taken.at(-1)?.expire_at).toBe('2026-03-03 12:00:00 UTC');
    await becomes(leadId, 'records', 'signed');
    expect(await sent(leadId)).toEqual(['closing', 'consent', 'records', 'retainer']);
  });

  it.each<FileStatus>(['declined', 'expired', 'failed'])('ends with one that is %s', async (status) => {
    const leadId = await world.qualified(inOrder);
    await becomes(leadId, 'retainer', 'signed');
    await becomes(leadId, 'consent', status);
    expect(await sent(leadId)).toEqual(['consent', 'retainer']);
    expect((await world.file(leadId, 'records')).status).toBe('pending');
  });

  it('goes on where its process died between the signature and the next document', async () => {
    const leadId = await world.qualified(inOrder.slice(0, 3));
    await becomes(leadId, 'retainer', 'signed');
    const key = { leadId, fileKey: 'consent' };
    // Written, and never noted: the sweep finds what is pending.
    const how = { from: ['pending'] as FileStatus[], change: 'test.late' };
    await world.mine.files.follow(key, { status: 'signed' }, how, world.clock.now());
    expect(await sent(leadId)).toEqual(['consent', 'retainer']);
    world.clock.advance(minute);
    await completeOverdue.fileNotifications(world.deps);
    expect(await sent(leadId)).toEqual(['consent', 'records', 'retainer']);
  });
});
