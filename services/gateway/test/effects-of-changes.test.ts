import { duringTests } from '@sluice/testing';
import { aLead, openGateway } from './gateway.js';

const world = duringTests(openGateway);
beforeAll(async () => {
  await world.call('createCampaign', {
    body: {
      campaignId: 'HOOKS',
      name: 'Hooks',
      clientId: 'cli_alpha',
      offerId: 'off_alpha',
      webhooks: { url: 'https://hooks.example' },
      revenueMilestones: [{ leadStatus: 'signed', amount: 900, currency: 'USD', active: true }],
      pixelRules: [
        {
          id: 'signed',
          triggerPoint: 'document_signed',
          pixelId: '1',
          platform: 'facebook',
          eventName: 'Sign',
        },
      ],
    },
  });
});

const newLead = async (): Promise<{ leadId: string; submissionId: string }> =>
  (await world.call('createLead', { body: aLead({ campaignId: 'HOOKS' }) })).data;
const effectsOf = async ({ leadId, submissionId }: { leadId: string; submissionId: string }) => {
  const { effects } = world.alpha.stores;
  const found = [...(await effects.ofSubmission(submissionId)), ...(await effects.ofSubmission(leadId))];
  return found.map(({ kind, trigger }) => `${kind} ${trigger}`).sort();
};

describe('a change by a person through the API', () => {
  it('to the lead status returned plans one webhook', async () => {
    const lead = await newLead();
    const update = () =>
      world.call('bulkUpdateLeads', { body: { leadIds: [lead.leadId], updates: { status: 'returned' } } });
    expect((await update()).data).toEqual({ modifiedCount: 1 });
    expect((await update()).data).toEqual({ modifiedCount: 0 });
    expect(await effectsOf(lead)).toEqual(['webhook lead.returned']);
  });

  it('to a lead status with a revenue milestone books the milestone', async () => {
    const lead = await newLead();
    await world.call('bulkUpdateLeads', { body: { leadIds: [lead.leadId], updates: { status: 'signed' } } });
    expect(await effectsOf(lead)).toEqual(['milestone status.signed']);
    const { entries } = (await world.call('listLedger', { query: { leadId: lead.leadId } })).data;
    expect(entries).toMatchObject([{ type: 'milestone', leadId: lead.leadId, campaignId: 'HOOKS' }]);
  });

  it('to a file status plans a webhook and pixels, and a change of other file fields does not', async () => {
    const lead = await newLead();
    const file = {
      leadId: lead.leadId,
      fileKey: 'a',
      fileName: 'a',
      fileType: 'pdf',
      documentUrl: 'https://a.example',
    };
    await world.call('upsertFile', { body: file });
    expect(await effectsOf(lead)).toEqual(['webhook file.updated']);
    await world.call('upsertFile', { body: { ...file, fileName: 'b' } });
    expect(await effectsOf(lead)).toEqual(['webhook file.updated']);
    await world.call('upsertFile', { body: { ...file, status: 'signed' } });
    expect(await effectsOf(lead)).toEqual([
      'pixel document_signed',
      'webhook file.updated',
      'webhook file.updated',
    ]);
  });
});
