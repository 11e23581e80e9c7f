import type { CampaignSettings, SubmissionRecord } from '@sluice/contracts';
import { advance, followLead } from '@sluice/pipeline';
import { newId } from '@sluice/process';
import {
  accepted,
  aStoredCampaign,
  aStoredClient,
  aSubmission,
  duringTests,
  putItem,
  testPhone,
} from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { qualificationStage } from '../src/qualification-stage.js';

const world = duringTests(openWorld);
const mine = () => world.core.stores.forTenant('demo');
const now = () => world.core.stores.clock.now();

const aCampaign = (campaignId: string, offerId: string, settings: CampaignSettings) =>
  putItem(
    mine().campaigns,
    campaignId,
    aStoredCampaign({
      campaignId,
      clientId: 'cli_1',
      offerId,
      settings: { dedupeEnabled: true, ...settings },
    }),
  );

beforeAll(async () => {
  await putItem(mine().clients, 'cli_1', aStoredClient({ clientId: 'cli_1' }));
  await aCampaign('OFFA', 'off_1', { dedupeScope: 'offer' });
  await aCampaign('OFFB', 'off_1', { dedupeScope: 'offer' });
  await aCampaign('OTHER', 'off_2', { dedupeScope: 'offer' });
  await aCampaign('ALLA', 'off_1', { dedupeScope: 'tenant' });
  await aCampaign('ALLB', 'off_2', { dedupeScope: 'tenant' });
  await aCampaign('BOTH', 'off_1', { dedupeMatch: 'all' });
});

let people = 0;
const aPerson = () => {
  people += 1;
  return { phone: testPhone(700 + people), email: `scope${people}@leads.example` };
};

async function comes(campaignId: string, data: SubmissionRecord['data']): Promise<SubmissionRecord> {
  const submission = aSubmission({ submissionId: newId('submission'), campaignId, acceptedAt: now(), data });
  await world.core.stores.accept(accepted(submission));
  return submission;
}

/** How the submission is qualified; looked at again while another lead with its values is not decided. */
async function qualified({ tenantId, submissionId }: SubmissionRecord): Promise<string> {
  for (;;) {
    const payload = { tenantId, submissionId, generation: 0 };
    const { outcome } = await qualificationStage.run(payload, world.core, { first: true });
    if (outcome !== 'waits_for_duplicate') return outcome;
  }
}
const sent = async (campaignId: string, data: SubmissionRecord['data']) =>
  qualified(await comes(campaignId, data));

it('of twenty people, each sent twice at once to two campaigns of one scope, twenty qualify', async () => {
  const twice = Array.from({ length: 20 }, aPerson).flatMap((person) => [
    comes('ALLA', person),
    comes('ALLB', person),
  ]);
  const outcomes = await Promise.all((await Promise.all(twice)).map(qualified));
  const of = (outcome: string) => outcomes.filter((one) => one === outcome).length;
  expect([of('qualified'), of('duplicate')]).toEqual([20, 20]);
});

it('campaigns of the scope offer share claims with those of their offer, and with no other', async () => {
  const person = aPerson();
  expect(await sent('OFFA', person)).toBe('qualified');
  expect(await sent('OFFB', person)).toBe('duplicate');
  expect(await sent('OTHER', person)).toBe('qualified');
  expect(await sent('ALLA', person)).toBe('qualified');
});

it('with dedupeMatch all a lead is a duplicate only if every field is equal', async () => {
  const person = aPerson();
  const again = await comes('BOTH', person);
  expect(await sent('BOTH', person)).toBe('qualified');
  expect(await sent('BOTH', { ...person, email: aPerson().email })).toBe('qualified');
  expect(await sent('BOTH', { phone: person.phone })).toBe('qualified');
  expect(await qualified(again)).toBe('duplicate');
  const decided = await mine().journal.find(again.submissionId, 'qualification', 0);
  expect(decided?.reason).toBe('duplicate_all');
});

it('a corrected phone number is claimed in the scope of its campaign, and the old one is free there', async () => {
  const [before, after] = [aPerson(), aPerson()];
  const submission = await comes('ALLA', before);
  await qualified(submission);
  const [corrected] = await mine().leadUpdates.apply([submission.leadId], (lead) => ({
    lead: { ...lead, data: { ...before, phone: after.phone } },
    search: [],
  }));
  await followLead(world.core, 'demo', corrected!.lead);
  expect(await sent('ALLB', { phone: after.phone })).toBe('duplicate');
  expect(await sent('ALLB', { phone: before.phone })).toBe('qualified');
});

it('a lead that ends unsold frees the person for every campaign of the scope', async () => {
  const person = aPerson();
  const submission = await comes('ALLA', person);
  await qualified(submission);
  const decision = { kind: 'rejected', reason: 'buyer_rejected', trace: [] } as const;
  await advance(world.core, submission, { stage: 'routing', generation: 0, decision, decidedAt: now() });
  expect(await sent('ALLB', person)).toBe('qualified');
});
