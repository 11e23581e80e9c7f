/** The values that identify a person, at every entrance of the interface: one spelling is stored, beside the sent one. */
import type { LeadRecord } from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import { aLead, openGateway } from './gateway.js';

const world = duringTests(openGateway);

type Fields = Readonly<Record<string, unknown>>;

const find = async (leadId: string): Promise<LeadRecord> => (await world.alpha.stores.leads.find(leadId))!;
const create = async (fields: Fields = {}): Promise<string> =>
  (await world.call('createLead', { body: aLead(fields) })).data.leadId;

/** Each way in which a lead's data arrives: the answer, and the lead that it made or changed. */
const entrances: [
  string,
  (fields: Fields) => Promise<{ leadId: string; status: number; details?: readonly string[] }>,
][] = [
  ['submit', async (fields) => answered(await world.call('submitLead', { body: aLead(fields) }))],
  ['direct create', async (fields) => answered(await world.call('createLead', { body: aLead(fields) }))],
  [
    'submit of a known lead',
    async (fields) => {
      const leadId = await create();
      return answered(
        await world.call('submitLead', { body: { campaignId: 'ACMRU', leadId, ...fields } }),
        leadId,
      );
    },
  ],
  [
    'bulk update',
    async (fields) => {
      const leadId = await create();
      const body = { leadIds: [leadId], updates: fields };
      return answered(await world.call('bulkUpdateLeads', { body }), leadId);
    },
  ],
  [
    'repost',
    async (fields) => {
      const leadId = await create();
      await world.call('bulkUpdateLeads', { body: { leadIds: [leadId], updates: { status: 'failed' } } });
      const body = { campaignId: 'ACMRU', modifiedPayload: fields };
      return answered(await world.call('repostLead', { params: { leadId }, body }), leadId);
    },
  ],
];

type Answer = { status: number; data: unknown; error?: { details: readonly string[] } };
function answered({ status, data, error }: Answer, known?: string) {
  const leadId = known ?? (data as { leadId?: string } | undefined)?.leadId ?? '';
  return { leadId, status, details: error?.details };
}

describe.each(entrances)('by %s', (_entrance, enter) => {
  it.each<[Fields, Fields]>([
    [
      { phone: '3023125555.0', country: 'DE' },
      { phone: '+493023125555', phoneValid: true },
    ],
    [{ email: '\u200bAda.Meyer@Example\u00ad.com' }, { email: 'ada.meyer@example.com' }],
    [
      { firstName: '\u200b Ada\u00a0', lastName: 'Or\u200dtiz\ufeff' },
      { firstName: 'Ada', lastName: 'Or\u200dtiz' },
    ],
  ])('%j is stored as %j, beside what was sent', async (sent, stored) => {
    const { leadId, status } = await enter(sent);
    expect(status).toBeLessThan(300);
    const { data } = await find(leadId);
    expect(data).toMatchObject(stored);
    for (const field of ['firstName', 'lastName', 'email', 'phone'] as const) {
      if (sent[field] === undefined) continue;
      expect(data.asSent?.[field] ?? data[field]).toBe(sent[field]);
    }
  });

  it.each<[Fields, RegExp]>([
    [{ phone: '4.9302E+11' }, /phone: is in scientific notation/],
    [{ email: 'ada@ex\u00a0ample.com' }, /email: must be an email address/],
    [{ firstName: '\u200b\u00ad' }, /firstName: is required/],
  ])('%j is refused with its reason', async (sent, reason) => {
    const { status, details } = await enter(sent);
    expect(status).toBe(400);
    expect(details).toHaveLength(1);
    expect(details?.[0]).toMatch(reason);
  });
});

describe('the search of leads', () => {
  it('finds a lead by the usual spelling of what was sent in another', async () => {
    const leadId = await create({
      lastName: 'Zu\u0308rn\u200b',
      email: 'wanda@Bücher.example',
      phone: '3023125501.0',
      country: 'DE',
    });
    for (const search of ['zürn', 'wanda@xn--bcher-kva.example', 'wanda@bücher.example', '+49 30 23125501']) {
      const { data } = await world.call('listLeads', { query: { search } });
      expect([search, data.leads.map((lead) => lead.leadId)]).toEqual([search, [leadId]]);
    }
  });
});

describe('the recipient of a message', () => {
  const send = (body: Fields) => world.call('sendSms', { body: { message: 'Hello', ...body } });
  const recipient = async (messageId: string) => {
    const effect = await world.alpha.stores.effects.find(messageId);
    return effect?.kind === 'sms' ? effect.body.to : undefined;
  };

  it.each([['+1\u200b4155550126\u202c', '+14155550126']])('%j is written to as %s', async (to, expected) => {
    const { status, data } = await send({ leadId: await create(), to });
    expect([status, await recipient(data.messageId)]).toEqual([202, expected]);
  });

  it.each(['3023125555.0'])('%j is refused, because it is not E.164', async (to) => {
    const { status, error } = await send({ leadId: await create(), to });
    expect([status, error?.details]).toEqual([400, ['to: must be an E.164 number such as +14155550132']]);
  });

  it('who opted out gets none, however the number is spelled', async () => {
    await world.alpha.stores.messages.optOut('+493023125502', 'msg_stop', new Date());
    for (const to of ['+493023125502', '+4903023125502', '+49\u200b3023125502']) {
      expect((await send({ leadId: await create(), to })).error?.code).toBe('INVALID_STATE');
    }
  });

  it('has to be named for a lead whose phone is no number', async () => {
    const { status, error } = await send({ leadId: await create({ phone: '((((((((((' }) });
    expect([status, error?.details]).toEqual([
      400,
      ["to: is required because the lead's phone cannot be dialled"],
    ]);
  });
});

describe('a required text in which nothing can be seen is missing', () => {
  const blank = '\u200b\u3164 ';
  const anOffer = { name: 'Roundup', abbrev: 'RU', category: 'other' };
  const aCampaign = { campaignId: 'BLANK', name: 'Blank', clientId: 'cli_alpha', offerId: 'off_alpha' };
  const aFile = {
    fileKey: 'retainer',
    fileName: 'r.pdf',
    fileType: 'pdf',
    documentUrl: 'https://files.example/r',
  };

  it.each<[string, 'createOffer' | 'createCampaign' | 'upsertFile' | 'sendSms', Fields]>([
    ['name', 'createOffer', anOffer],
    ['abbrev', 'createOffer', anOffer],
    ['name', 'createCampaign', aCampaign],
    ['clientId', 'createCampaign', aCampaign],
    ['fileName', 'upsertFile', aFile],
    ['fileType', 'upsertFile', aFile],
    ['message', 'sendSms', {}],
  ])('%s of %s', async (field, operation, body) => {
    const leadId = ['upsertFile', 'sendSms'].includes(operation) ? { leadId: await create() } : {};
    const { status, error } = await world.call(operation, { body: { ...body, ...leadId, [field]: blank } });
    expect([status, error?.details]).toEqual([400, [`${field}: is required, and holds nothing visible`]]);
  });
});
