import { at, type MadeUp } from './made-up.js';
import { spoiled } from './spoil.js';

describe('the chaos check I4 (tenants isolated)', () => {
  it.each<[string, (run: MadeUp) => void, RegExp]>([
    [
      "another tenant's lead in a list",
      ({ client }) => client.push({ did: 'listed', at, tenantId: 'north', leadIds: ['lead_2'] }),
      /^I4 lead_2 was listed to north and belongs to south/,
    ],
    [
      "an answer about another tenant's lead",
      ({ client }) => client.push({ did: 'probed', at, tenantId: 'south', leadId: 'lead_1', status: 200 }),
      /^I4 lead_1 south looked at it and was answered 200/,
    ],
    [
      "a lead that reached another tenant's buyer",
      ({ buyer }) =>
        buyer.push({ at, method: 'POST', path: '/buyers/south/cap', key: 'sub_1.delivery', status: 503 }),
      /^I4 sub_1\.delivery reached south and belongs to north/,
    ],
    [
      "an event that reached another tenant's receiver",
      ({ buyer }) => buyer.push({ at, method: 'POST', path: '/webhooks/south', key: 'evt_1', status: 204 }),
      /^I4 evt_1 reached south and belongs to north/,
    ],
    [
      'a webhook that no decision planned',
      ({ buyer }) => buyer.push({ at, method: 'POST', path: '/webhooks/south', key: 'evt_9', status: 204 }),
      /^I4 evt_9 reached south and belongs to none/,
    ],
  ])('detects %s', (_name, spoil, complaint) => {
    expect(spoiled(spoil)).toContainEqual(expect.stringMatching(complaint));
  });
});
