import { duringTests } from '@sluice/testing';
import { asked, expectQuick, expectQuickField, kinds, LENGTH, runs } from './long-texts.js';
import { aLead, openGateway } from './gateway.js';

const world = duringTests(openGateway);

// One kind of text per field, in turn; the long suite tests every kind in every field.
it.each(asked)(
  'no text in any field of %s takes 100 ms, neither one that is too long nor one that is just not',
  async (operationId, fields) => {
    // A lead for each operation: one that has the long texts of the others takes long to read.
    const { leadId } = (await world.call('createLead', { body: aLead() })).data;
    for (const [nth, field] of fields.entries()) {
      await expectQuickField(world, leadId, operationId, field, kinds[nth % kinds.length]!);
    }
  },
  600_000,
);

it.each(Object.entries(runs))(
  '60,000 characters of %s are refused as a first name, with the reason',
  async (_name, run) => {
    const firstName = run.repeat(LENGTH).slice(0, LENGTH);
    const { status, error } = await world.call('submitLead', { body: aLead({ firstName }) });
    expect(status).toBe(400);
    expect(error?.details).toEqual(['firstName: must have at most 500 characters']);
  },
);

// A longer search does not fit into the request's headers: each mark takes six characters in the address.
it.each(Object.entries(runs))('a search for thousands of %s finds nothing, at once', async (_name, run) => {
  const search = run.repeat(2_000).slice(0, 2_000);
  await expectQuick(async () => {
    for (const list of ['listLeads', 'listClients', 'listFields'] as const) {
      const { status, data } = await world.call(list, { query: { search } });
      expect(status).toBe(200);
      const found = Object.values(data).find((part) => Array.isArray(part));
      expect(found).toEqual([]);
    }
  });
});

it('a lead with long names is found by a word of them', async () => {
  const name =
    Array.from({ length: 125 }, (_, n) => `a${n % 10}-`)
      .join('')
      .slice(0, 375) +
    ' ' +
    'b'.repeat(120);
  const { data } = await world.call('submitLead', { body: aLead({ firstName: name, lastName: name }) });
  const found = await world.call('listLeads', { query: { search: 'b'.repeat(120) } });
  expect(found.data.leads.map((lead) => lead.leadId)).toEqual([data.leadId]);
});
