import { searchTerms, searchWords, type NameMatch } from '@sluice/domain';
import { accepted, aSubmission, nextNumber } from '@sluice/testing';
import { searchWords as migration } from '../src/migrations/0004-search-words.js';
import { openRawWorld, type RawWorld } from './world.js';

let world: RawWorld;
beforeAll(async () => {
  world = await openRawWorld();
});
afterAll(() => world.close());

const leads = () => world.db.collection<{ _id: string; search: readonly string[] }>('leads');
const step = { note: () => undefined, throwIfLost: () => undefined };
const person = {
  firstName: 'Zoë',
  lastName: 'Nuñez-Smith',
  email: 'zoe@example.com',
  phone: '+16505551212',
};

const newId = () => `sub_${String(nextNumber()).padStart(26, '9')}`;

/** As the previous release stored them. */
const before = (leadId: string) => [
  ...['zoë', 'nuñez-smith', 'nuñez', 'smith', 'zoe@example.com', '16505551212', '6505551212'],
  leadId.toLowerCase(),
];

async function oldLead(search: (leadId: string) => readonly string[]): Promise<string> {
  const submission = aSubmission({ submissionId: newId(), data: person });
  await world.stores.accept(accepted(submission));
  const { leadId } = submission;
  await leads().updateOne({ _id: `demo/${leadId}` }, { $set: { search: search(leadId) } });
  return leadId;
}

const wordsOf = async (leadId: string) => (await leads().findOne({ _id: `demo/${leadId}` }))?.search;

async function found(text: string, names: NameMatch = 'beginning'): Promise<readonly string[]> {
  const page = await world.stores.forTenant('demo').leads.page({ terms: searchTerms(text, names) }, 100);
  return page.leads.map(({ leadId }) => leadId);
}

describe('the migration of search words', () => {
  it('stores an old lead under the words that this release stores it under, and a second run changes nothing', async () => {
    const leadId = await oldLead(before);
    await migration.run(world.db, step);
    const once = await wordsOf(leadId);
    expect([...(once ?? [])].sort()).toEqual([...searchWords(person)].sort());
    await migration.run(world.db, step);
    expect(await wordsOf(leadId)).toEqual(once);
    for (const text of ['zo', 'ZOE', 'nunez', 'zoe smi', 'zoe@example.com', '+1 650 555 1212'])
      expect(await found(text)).toEqual([leadId]);
    await leads().deleteMany({});
  });

  it('processes all leads in bounded steps, and leaves erased ones without words', async () => {
    const erased = await oldLead(() => []);
    const template = await leads().findOne({ _id: `demo/${erased}` });
    const ids = Array.from({ length: 2_100 }, (_, n) => `lead_${String(n).padStart(26, '0')}`);
    await leads().insertMany(ids.map((id) => ({ ...template, _id: `demo/${id}`, search: before(id) })));
    await migration.run(world.db, step);
    expect(await leads().countDocuments({ search: '@zoe@example.com' })).toBe(2_100);
    expect(await leads().countDocuments({ search: /^lead_/ })).toBe(0);
    expect(await wordsOf(erased)).toEqual([]);
    await leads().deleteMany({});
  });

  it('is not needed to find a lead that a process of the release before writes after it', async () => {
    const leadId = await oldLead(before);
    for (const text of ['zoë', 'smi', 'zoe@example.com', '+1 650 555 1212', leadId])
      expect(await found(text)).toEqual([leadId]);
    await leads().deleteMany({});
  });
});

it('an erased lead is found by no word of its person', async () => {
  const submission = aSubmission({ submissionId: newId(), data: person });
  const { submission: stored, newLead } = accepted(submission);
  await world.stores.accept({ submission: stored, newLead: { ...newLead, search: searchWords(person) } });
  expect(await found('zo')).toEqual([submission.leadId]);
  await world.stores.forTenant('demo').erasure.erase(submission.leadId, new Date());
  for (const text of ['zo', 'nunez', 'zoe@example.com', '6505551212']) expect(await found(text)).toEqual([]);
  expect(await found(submission.leadId)).toEqual([submission.leadId]);
});
