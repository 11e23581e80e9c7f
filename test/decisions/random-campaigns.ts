/** Random campaigns, and people whose answers their rules read. */
import * as fc from 'fast-check';

/** The buyers of random campaigns. */
export const clients = ['alder', 'birch', 'cedar'].map((name) => ({
  clientId: `cli_${name}`,
  name,
  abbrev: name.slice(0, 3).toUpperCase(),
  settings: { defaultPostingUrl: `\${SINK_URL}/buyers/${name}`, postingMethod: 'http' },
}));
export const offers = [{ offerId: 'off_1', name: 'Roundup', abbrev: 'RU', category: 'mass_tort' }];

const states = ['CA', 'NV', 'TX'];
const injuries = ['yes', 'no', 'burn'];
/** A condition on what {@link person} answers. */
const condition = fc.oneof(
  fc.record({
    field: fc.constant('injury'),
    operator: fc.constantFrom('equals', 'not_equals'),
    value: fc.tuple(fc.constantFrom(...injuries)),
  }),
  fc.record({
    field: fc.constant('state'),
    operator: fc.constantFrom('equals', 'not_equals'),
    value: fc.tuple(fc.constantFrom(...states)),
  }),
);
/** Groups of one condition. */
export const subRules = condition.map((one) => [{ conditions: [one] }]);

/** At most two of them. */
export const few = <T>(of: fc.Arbitrary<T>) => fc.array(of, { maxLength: 2 });

/** A campaign of this code, among others that it may send leads to. */
export const campaignOf = (campaignId: string, others: readonly string[], endpoints: readonly string[]) => {
  const other = fc.constantFrom(...others);
  return fc.record(
    {
      campaignId: fc.constant(campaignId),
      name: fc.constant(`Campaign ${campaignId}`),
      clientId: fc.constantFrom(...clients.map(({ clientId }) => clientId)),
      offerId: fc.constant('off_1'),
      active: fc.constantFrom(true, true, true, false),
      disqualificationConditionals: few(subRules.map((rules) => ({ name: 'Refused', subRules: rules }))),
      routingRules: few(
        fc.record({ subRules, routeTo: other.map((to) => ({ campaignId: to })), priority: fc.nat(9) }),
      ),
      fallbackCampaigns: fc.uniqueArray(other, { maxLength: 2 }),
      price: fc.record({
        amount: fc.integer({ min: 1, max: 90 }),
        currency: fc.constant('USD'),
        rules: few(
          fc.record({
            when: subRules.map((rules) => ({ subRules: rules })),
            amount: fc.integer({ min: 1, max: 99 }),
          }),
        ),
      }),
      distribution: fc.uniqueArray(other, { minLength: 1, maxLength: 2 }).map((members) => ({
        groups: [{ name: 'first', method: 'priority', members: members.map((one) => ({ campaignId: one })) }],
      })),
      deliveryEndpointId: fc.constantFrom(...endpoints, 'end_nowhere'),
    },
    { requiredKeys: ['campaignId', 'name', 'clientId', 'offerId'] },
  );
};
/** What is different about people. */
export const person = fc.record({ state: fc.constantFrom(...states), injury: fc.constantFrom(...injuries) });
