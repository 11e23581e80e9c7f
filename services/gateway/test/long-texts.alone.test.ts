import { duringTests } from '@sluice/testing';
import { asked, expectQuickField, kinds } from './long-texts.js';
import { aLead, openGateway } from './gateway.js';

const world = duringTests(openGateway);
let leadId: string;
beforeAll(async () => {
  leadId = (await world.call('createLead', { body: aLead() })).data.leadId;
});

it.each(asked)(
  'no text of any kind in any field of %s takes 100 ms, neither one that is too long nor one that is just not',
  async (operationId, fields) => {
    for (const field of fields)
      for (const kind of kinds) await expectQuickField(world, leadId, operationId, field, kind);
  },
  600_000,
);
