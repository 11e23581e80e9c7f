/**
 * Tenant isolation, generated from the route table: tenant `beta` calls every route with every id of tenant `alpha` in
 * path, query and body, and gets exactly the answer for an id that does not exist.
 */
import { endpoints } from '@sluice/contracts';
import { duringTests, putItem } from '@sluice/testing';
import { aLead, openGateway, type Answered, type Asked, type OperationId } from './gateway.js';

const world = duringTests(openGateway);
/** An id that belongs to alpha, and an id of the same kind that does not exist. */
let ids: Record<string, { readonly theirs: string; readonly nobodys: string }>;
/** Ids that beta owns, so that only the id under test is wrong. */
let own: Record<string, string>;

beforeAll(async () => {
  const key = world.beta.key;
  const lead = (await world.call('createLead', { body: aLead() })).data.leadId;
  await world.call('bulkUpdateLeads', { body: { leadIds: [lead], updates: { status: 'failed' } } });
  const message = await world.call('sendSms', { body: { leadId: lead, message: 'x', to: '+14155550132' } });
  const at = new Date();
  const list = { name: 'List', kind: 'phone', scope: 'tenant', active: true } as const;
  const made = { createdAt: at.toISOString(), updatedAt: at.toISOString() };
  await putItem(world.alpha.stores.suppressionLists, 'sl_dnc', { listId: 'sl_dnc', ...list, ...made });
  const { campaignId, clientId } = { ...world.alpha.campaign, ...world.alpha.client };
  const { returnId } = await world.alpha.stores.returns.open({
    returnId: 'ret_00000000000000000000000001',
    status: 'requested',
    leadId: lead,
    submissionId: 'sub_1',
    campaignId,
    placedCampaignId: campaignId,
    clientId,
    minor: 4250,
    currency: 'USD',
    soldAt: at,
    month: '2026-11',
    requestedAt: at,
    receivedAt: at,
  });
  ids = {
    campaignId: { theirs: world.alpha.campaign.campaignId, nobodys: 'NONE0' },
    clientId: { theirs: world.alpha.client.clientId, nobodys: 'cli_none' },
    offerId: { theirs: world.alpha.offer.offerId, nobodys: 'off_none' },
    leadId: { theirs: lead, nobodys: lead.replace(/.{3}$/, '000') },
    interactionId: { theirs: message.data.interactionId, nobodys: 'int_00000000000000000000000000' },
    returnId: { theirs: returnId, nobodys: 'ret_00000000000000000000000000' },
    listId: { theirs: 'sl_dnc', nobodys: 'sl_none' },
  };
  const betaLead = await world.call('createLead', { body: aLead({ campaignId: 'BETA1' }), key });
  const betaMessage = await world.call('sendSms', {
    body: { leadId: betaLead.data.leadId, message: 'x', to: '+14155550132' },
    key,
  });
  own = {
    campaignId: 'BETA1',
    clientId: world.beta.client.clientId,
    offerId: world.beta.offer.offerId,
    leadId: betaLead.data.leadId,
    interactionId: betaMessage.data.interactionId,
  };
});

/** A body for each endpoint that is valid except for the id under test. */
const bodies: Partial<Record<OperationId, () => Record<string, unknown>>> = {
  createCampaign: () => ({ name: 'x', clientId: own['clientId'], offerId: own['offerId'] }),
  submitLead: () => ({ campaignId: own['campaignId'], leadId: own['leadId'] }),
  createLead: () => aLead({ campaignId: own['campaignId'] }),
  bulkUpdateLeads: () => ({ leadIds: [own['leadId']], updates: { notes: String(Math.random()) } }),
  repostLead: () => ({ campaignId: own['campaignId'], modifiedPayload: { notes: 'x' } }),
  deliverLead: () => ({ campaignId: own['campaignId'] }),
  moveLeadToCampaign: () => ({ campaignId: own['campaignId'] }),
  sendSms: () => ({
    leadId: own['leadId'],
    message: 'x',
    to: '+14155550132',
    campaignId: own['campaignId'],
    interactionId: own['interactionId'],
  }),
  firePixel: () => ({
    leadId: own['leadId'],
    pixelId: '1',
    platform: 'facebook',
    eventName: 'Lead',
    testEventCode: 'T',
  }),
  createOffer: () => ({ name: 'x', abbrev: 'x', category: 'other' }),
  updateOffer: () => ({ description: 'x' }),
  requestReturn: () => ({ leadId: own['leadId'], reason: 'x' }),
  approveReturn: () => ({}),
  denyReturn: () => ({}),
  withdrawReturn: () => ({}),
  checkDuplicate: () => ({ campaignId: own['campaignId'], phone: '+14155550132' }),
  addSuppressionEntries: () => ({ values: ['+14155550132'] }),
  removeSuppressionEntries: () => ({ values: ['+14155550132'] }),
  checkSuppressionEntry: () => ({ value: '+14155550132' }),
  recordInteraction: () => ({ leadId: own['leadId'], campaignId: own['campaignId'], type: 'call' }),
  upsertFile: () => ({
    leadId: own['leadId'],
    fileKey: 'a',
    fileName: 'a',
    fileType: 'a',
    documentUrl: 'https://a.example',
  }),
};

const lists: Record<string, string> = {
  campaignIds: 'campaignId',
  clientIds: 'clientId',
  offerIds: 'offerId',
  leadIds: 'leadId',
};
const kindOf = (field: string): string | undefined => (field in ids ? field : lists[field]);

interface Probe {
  readonly operationId: OperationId;
  readonly where: string;
  readonly ask: (id: string) => Asked;
  readonly kind: string;
}

function probes(): Probe[] {
  return endpoints.flatMap((endpoint): Probe[] => {
    const { operationId } = endpoint;
    const params = Object.keys('params' in endpoint ? endpoint.params.shape : {});
    const query = Object.keys('query' in endpoint ? endpoint.query.shape : {});
    const body = () => bodies[operationId]?.();
    const ownParams = () => Object.fromEntries(params.map((name) => [name, own[name] ?? '']));
    return [
      ...params.map((name) => ({
        operationId,
        where: `path.${name}`,
        kind: name,
        ask: (id: string) => ({ params: { ...ownParams(), [name]: id }, body: body() }),
      })),
      ...query
        .filter((name) => kindOf(name) ?? ['cursor', 'search'].includes(name))
        .map((name) => ({
          operationId,
          where: `query.${name}`,
          kind: kindOf(name) ?? 'leadId',
          ask: (id: string) => ({ query: { [name]: id } }),
        })),
      ...Object.keys(body() ?? {})
        .filter((name) => kindOf(name))
        .map((name) => ({
          operationId,
          where: `body.${name}`,
          kind: kindOf(name)!,
          ask: (id: string) => ({
            params: ownParams(),
            body: { ...body(), [name]: name in lists ? [id] : id },
          }),
        })),
    ];
  });
}

const seen = ({ status, text, headers }: Answered) => ({ status, text, allow: headers.get('allow') });

test('every route answers for an id of another tenant exactly as for an unknown id', async () => {
  const all = probes();
  expect(all.length).toBeGreaterThan(25);
  const before = await snapshot();
  for (const { operationId, where, ask, kind } of all) {
    const { theirs, nobodys } = ids[kind]!;
    const key = world.beta.key;
    const ofNobody = await world.call(operationId, { ...ask(nobodys), key });
    const ofAlpha = await world.call(operationId, { ...ask(theirs), key });
    // Beta has no leads older than either id, so the page that begins after it is the same.
    expect({ operationId, where, ...seen(ofAlpha) }).toEqual({ operationId, where, ...seen(ofNobody) });
    expect(ofAlpha.text).not.toContain(world.alpha.client.clientId);
  }
  expect(await snapshot()).toEqual(before);
});

test('an id that contains the id of another tenant is unknown', async () => {
  const leadId = `../alpha/${ids['leadId']!.theirs}`;
  for (const id of [leadId, `alpha/${ids['leadId']!.theirs}`]) {
    const { status } = await world.call('listLeadInteractions', {
      params: { leadId: id },
      key: world.beta.key,
    });
    expect(status).toBe(404);
  }
});

/** All data of alpha's that a request could have changed. */
async function snapshot() {
  const { leads, submissions, interactions, files, offers, campaigns, returns, suppression } =
    world.alpha.stores;
  const leadId = ids['leadId']!.theirs;
  const now = new Date();
  return [
    await leads.find(leadId),
    await submissions.ofLead(leadId),
    await interactions.ofLead(leadId),
    await files.ofLead(leadId, now),
    await offers.all(),
    await campaigns.all(),
    await returns.page({}, 10),
    await suppression.states(),
  ];
}
