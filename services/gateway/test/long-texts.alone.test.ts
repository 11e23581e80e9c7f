import { asked, expectQuickField, kinds } from './long-texts.js';
import { aLead, startWorld, type World } from './world.js';

let world: World;
let leadId: string;
beforeAll(async () => {
  world = await startWorld();
  leadId = (await world.call('createLead', { body: aLead() })).data.leadId;
});
afterAll(() => world.close());

it.each(asked)(
  'no text of any kind in any field of %s takes 100 ms, neither one that is too long nor one that is just not',
  async (operationId, fields) => {
    for (const field of fields)
      for (const kind of kinds) await expectQuickField(world, leadId, operationId, field, kind);
  },
  600_000,
);
