import { bodyHash } from '@sluice/http';
import { duringTests } from '@sluice/testing';
import { aLead, like, openGateway, type Asked, type Gateway } from './gateway.js';

const world = duringTests(openGateway);

let n = 0;
const newKey = () => `key-${(n += 1)}`;
const submit = (key: string, body: unknown, asked: Asked = {}) =>
  world.call('submitLead', { body, ...asked, headers: { 'Idempotency-Key': key } });
const leadCount = async (key = world.alpha.key) =>
  (await world.call('listLeads', { query: { limit: '100' }, key })).data.leads.length;

describe('Idempotency-Key', () => {
  it('replays the first answer for the same key and body, byte for byte, and repeats no work', async () => {
    const [key, body, before] = [newKey(), aLead(), await leadCount()];
    const first = await submit(key, body);
    const second = await submit(key, body);
    expect(second.text).toBe(first.text);
    expect(second.status).toBe(first.status);
    expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    expect(await leadCount()).toBe(before + 1);
  });

  it('is honoured on every POST that creates something', async () => {
    const lead = (await world.call('createLead', { body: aLead() })).data.leadId;
    const asked: [Parameters<Gateway['call']>[0], Asked][] = [
      ['createOffer', { body: { name: 'x', abbrev: 'x', category: 'other' } }],
      ['createCampaign', { body: { name: 'x', clientId: 'cli_alpha', offerId: 'off_alpha' } }],
      ['createLead', { body: aLead() }],
      [
        'upsertFile',
        {
          body: {
            leadId: lead,
            fileKey: 'a',
            fileName: 'a',
            fileType: 'a',
            documentUrl: 'https://a.example',
          },
        },
      ],
      ['recordInteraction', { body: { leadId: lead, type: 'call' } }],
      ['sendSms', { body: { leadId: lead, message: 'x', to: '+14155550132' } }],
      ['moveLeadToCampaign', { params: { leadId: lead }, body: { campaignId: 'ACMRU' } }],
      ['deliverLead', { params: { leadId: lead }, body: { campaignId: 'ACMRU' } }],
    ];
    for (const [operation, request] of asked) {
      const keyed = { ...request, headers: { 'Idempotency-Key': newKey() } };
      const first = await world.call(operation, keyed);
      const second = await world.call(operation, keyed);
      expect({ operation, text: second.text, replayed: second.headers.get('idempotent-replayed') }).toEqual({
        operation,
        text: first.text,
        replayed: 'true',
      });
      expect(first.status).toBeLessThan(300);
    }
  });

  it('refuses the same key with another body', async () => {
    const key = newKey();
    await submit(key, aLead());
    const { status, error } = await submit(key, aLead());
    expect([status, error?.code]).toEqual([422, 'IDEMPOTENCY_CONFLICT']);
  });

  it('does the work once for concurrent requests, and all get the same answer', async () => {
    const [key, body, before] = [newKey(), aLead(), await leadCount()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(key, body)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 202));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await leadCount()).toBe(before + 1);
  });

  it('is free again after a refused body, for the corrected one and for the same one', async () => {
    const [key, before] = [newKey(), await leadCount()];
    const wrong = aLead({ email: 'nobody' });
    for (let n = 0; n < 2; n += 1) {
      const refused = await submit(key, wrong);
      expect([refused.status, refused.headers.get('idempotent-replayed')]).toEqual([400, null]);
    }
    const corrected = await submit(key, aLead());
    expect(corrected.status).toBe(202);
    expect((await submit(key, wrong)).status).toBe(422);
    expect(await leadCount()).toBe(before + 1);
  });

  it('lets the same body through once what it refers to exists', async () => {
    const [key, body] = [newKey(), aLead({ campaignId: 'LATER' })];
    const refused = await submit(key, body);
    expect([refused.status, refused.error?.details]).toEqual([400, ['campaignId: does not exist']]);
    const campaign = { campaignId: 'LATER', name: 'Later', clientId: 'cli_alpha', offerId: 'off_alpha' };
    expect((await world.call('createCampaign', { body: campaign })).status).toBe(201);
    expect((await submit(key, body)).status).toBe(202);
  });

  it('is free again after every refusal, on every POST', async () => {
    const { leadId } = (await world.call('createLead', { body: aLead() })).data;
    const refusals: [Parameters<Gateway['call']>[0], Asked, number][] = [
      ['createOffer', { body: {} }, 400],
      ['createOffer', { body: { offerId: 'off_alpha', name: 'x', abbrev: 'x', category: 'other' } }, 400],
      ['createCampaign', { body: { name: 'x', clientId: 'nobody', offerId: 'off_alpha' } }, 400],
      ['createLead', { body: aLead({ campaignId: 'NONE' }) }, 400],
      ['submitLead', { body: aLead({ leadId: 'lead_none' }) }, 400],
      ['repostLead', { params: { leadId: 'lead_none' }, body: {} }, 404],
      ['repostLead', { params: { leadId }, body: {} }, 409],
      ['deliverLead', { params: { leadId }, body: { campaignId: 'NONE' } }, 400],
      ['moveLeadToCampaign', { params: { leadId: 'lead_none' }, body: { campaignId: 'ACMRU' } }, 404],
      ['upsertFile', { body: { leadId } }, 400],
      ['sendSms', { body: { leadId: 'lead_none', message: 'x' } }, 404],
      ['firePixel', { body: { leadId } }, 400],
    ];
    for (const [operation, request, status] of refusals) {
      const keyed = { ...request, headers: { 'Idempotency-Key': newKey() } };
      const answers = [await world.call(operation, keyed), await world.call(operation, keyed)];
      const seen = answers.map(({ status: one, headers }) => [one, headers.get('idempotent-replayed')]);
      expect({ operation, seen }).toEqual({
        operation,
        seen: [
          [status, null],
          [status, null],
        ],
      });
    }
  });

  it('keeps nothing of a body that is no JSON', async () => {
    const key = newKey();
    const broken = await world.request('POST', '/api/v1/leads/submit', {
      raw: '{"campaignId":',
      headers: { 'Idempotency-Key': key },
    });
    expect(broken.error?.details).toEqual(['body: is not valid JSON']);
    expect((await submit(key, aLead())).status).toBe(202);
  });

  it('does not store INVALID_STATE, because the state may change', async () => {
    const { leadId } = (await world.call('createLead', { body: aLead() })).data;
    const repost = () =>
      world.call('repostLead', { params: { leadId }, body: {}, headers: { 'Idempotency-Key': 'state' } });
    expect((await repost()).status).toBe(409);
    await world.call('bulkUpdateLeads', { body: { leadIds: [leadId], updates: { status: 'failed' } } });
    expect((await repost()).status).toBe(202);
  });

  it('is scoped to its tenant, method and path', async () => {
    const key = newKey();
    const mine = await submit(key, aLead());
    const theirs = await submit(key, aLead({ campaignId: 'BETA1' }), { key: world.beta.key });
    const elsewhere = await world.call('createLead', { body: aLead(), headers: { 'Idempotency-Key': key } });
    expect([mine.status, theirs.status, elsewhere.status]).toEqual([202, 202, 201]);
  });

  it('continues the work of a request that died, under the ids of that request', async () => {
    const [key, body] = [newKey(), aLead()];
    const { idempotency } = world.alpha.stores;
    const hash = bodyHash(body);
    const seed = '01KF3V5N8Q2W7Y4B6C9D1E0G2H';
    const died = new Date(Date.now() - 60_000);
    await idempotency.claim(`POST /api/v1/leads/submit ${key}`, hash, [seed], died);
    const { status, data } = await submit(key, body);
    expect(status).toBe(202);
    expect(data).toMatchObject({ leadId: `lead_${seed}`, submissionId: `sub_${seed}` });
  });

  it('stores no internal failure: another body may use the key, and the same body continues under the same ids', async () => {
    const { idempotency } = world.alpha.stores;
    const failed = async (key: string, body: unknown, seed: string) => {
      const hash = bodyHash(body);
      const name = `POST /api/v1/leads/submit ${key}`;
      const claim = await idempotency.claim(name, hash, [seed], new Date());
      if (claim.kind === 'ours') await idempotency.release(name, claim.leaseUntil);
    };
    const [key, body, seed] = [newKey(), aLead(), '01KF3V5N8Q2W7Y4B6C9D1E0G4K'];
    await failed(key, body, seed);
    expect((await submit(key, body)).data).toMatchObject({ leadId: `lead_${seed}` });

    const [otherKey, otherSeed] = [newKey(), '01KF3V5N8Q2W7Y4B6C9D1E0G5M'];
    await failed(otherKey, aLead(), otherSeed);
    const corrected = await submit(otherKey, aLead());
    expect(corrected.status).toBe(202);
    expect(corrected.data.leadId).not.toBe(`lead_${otherSeed}`);
  });

  it('starts again after 503 when the submission of the dead request was refused meanwhile', async () => {
    const { leadId } = (await world.call('createLead', { body: aLead() })).data;
    const { idempotency, leads } = world.alpha.stores;
    const [key, body, seed] = [newKey(), { campaignId: 'ACMRU' }, '01KF3V5N8Q2W7Y4B6C9D1E0G6N'];
    const deliver = () =>
      world.call('deliverLead', { params: { leadId }, body, headers: { 'Idempotency-Key': key } });
    const hash = bodyHash(body);
    const died = new Date(Date.now() - 60_000);
    await idempotency.claim(`POST /api/v1/leads/${leadId}/deliver ${key}`, hash, [seed], died);
    expect(await leads.refuse(leadId, `sub_${seed}`)).toBe(true);

    expect((await deliver()).status).toBe(503);
    const before = (await leads.find(leadId))?.lastSubmissionId;
    expect((await deliver()).status).toBeLessThan(300);
    const after = (await leads.find(leadId))?.lastSubmissionId;
    expect([before, `sub_${seed}`]).not.toContain(after);
  });

  it.each([
    ['submitLead', { body: { campaignId: 'ACMRU' } }],
    ['deliverLead', { body: { campaignId: 'ACMRU' } }],
    ['moveLeadToCampaign', { body: { campaignId: 'ACMRU' } }],
    ['repostLead', { body: {} }],
  ] as const)(
    'changes nothing of a lead whose %s was executed by a request that died before it could answer',
    async (operation, { body }) => {
      const { leadId } = (await world.call('createLead', { body: aLead() })).data;
      await world.call('bulkUpdateLeads', { body: { leadIds: [leadId], updates: { status: 'failed' } } });
      const { idempotency, leads } = world.alpha.stores;
      const submit = operation === 'submitLead';
      const path = { deliverLead: 'deliver', moveLeadToCampaign: 'move-to-campaign', repostLead: 'repost' };
      const sent = submit ? { ...body, leadId } : body;
      const name = `POST /api/v1/leads/${submit ? 'submit' : `${leadId}/${path[operation]}`} ${newKey()}`;
      const ask = () =>
        world.call(operation, {
          body: sent,
          params: !submit ? { leadId } : undefined,
          headers: { 'Idempotency-Key': name.slice(name.lastIndexOf(' ') + 1) },
        });
      expect((await ask()).status).toBeLessThan(300);
      const submissionId = (await leads.find(leadId))?.lastSubmissionId ?? '';
      const nextDay = new Date(Date.now() + 25 * 3600_000);
      const unanswered = await idempotency.claim(name, '', [], nextDay);
      if (unanswered.kind === 'ours') await idempotency.forget(name, unanswered.leaseUntil);
      const hash = bodyHash(sent);
      const died = new Date(Date.now() - 60_000);
      await idempotency.claim(name, hash, [submissionId.replace('sub_', '')], died);
      await leads.recordStatus(leadId, { status: 'delivered', ended: true, submissionId, at: new Date() });
      const before = await leads.find(leadId);

      expect((await ask()).status).toBeLessThan(300);
      expect(before).toMatchObject({ status: 'delivered', lastSubmissionId: submissionId });
      expect(await leads.find(leadId)).toEqual(before);
    },
  );

  it('returns an SMS message in progress, even if its recipient has opted out since', async () => {
    const phone = '+14155550166';
    const { leadId } = (await world.call('createLead', { body: aLead({ phone }) })).data;
    const [key, body] = [newKey(), { leadId, message: 'Hello' }];
    const send = () => world.call('sendSms', { body, headers: { 'Idempotency-Key': key } });
    const { messageId } = (await send()).data;
    const { idempotency, messages } = world.alpha.stores;
    const name = `POST /api/v1/sms/send ${key}`;
    const unanswered = await idempotency.claim(name, '', [], new Date(Date.now() + 25 * 3600_000));
    if (unanswered.kind === 'ours') await idempotency.forget(name, unanswered.leaseUntil);
    const hash = bodyHash(body);
    await idempotency.claim(name, hash, [messageId.replace('msg_', '')], new Date(Date.now() - 60_000));
    await messages.optOut(phone, 'msg_stop', new Date());
    const again = await send();
    expect([again.status, again.data.messageId]).toEqual([202, messageId]);
  });

  it('continues the creation of a campaign that the dead request had started, and creates no second one', async () => {
    const body = { name: 'Once', clientId: 'cli_alpha', offerId: 'off_alpha' };
    const key = newKey();
    const { idempotency, campaigns } = world.alpha.stores;
    const hash = bodyHash(body);
    const seed = '01KF3V5N8Q2W7Y4B6C9D1E0G3J';
    await idempotency.claim(`POST /api/v1/campaigns ${key}`, hash, [seed], new Date(Date.now() - 60_000));
    const at = new Date().toISOString();
    const begun = { ...body, active: true, createdAt: at, updatedAt: at };
    await campaigns.add('ACMR9', { ...begun, campaignId: 'ACMR9' }, 'someone else');
    const created = await world.call('createCampaign', { body, headers: { 'Idempotency-Key': key } });
    const again = await campaigns.add(
      created.data.campaignId,
      { ...begun, campaignId: created.data.campaignId },
      seed,
    );
    expect(again).toMatchObject({ name: 'Once', createdAt: created.data.createdAt });
  });

  it('refuses a key that is too long', async () => {
    const { status, error } = await submit('x'.repeat(256), aLead());
    expect([status, error?.details?.[0]]).toEqual([400, like(/^Idempotency-Key: /)]);
  });

  it('has no effect on GET', async () => {
    const headers = { 'Idempotency-Key': newKey() };
    for (let i = 0; i < 2; i += 1) {
      expect((await world.call('listLeads', { headers })).headers.get('idempotent-replayed')).toBeNull();
    }
  });
});
