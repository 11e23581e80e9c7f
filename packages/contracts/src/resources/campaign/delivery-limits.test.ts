import { problemsIn } from '../../../test/problems-in.js';
import { deliveryLimitSchema } from './delivery-limits.js';

const problems = (value: unknown) => problemsIn(deliveryLimitSchema, value);

describe('delivery limits', () => {
  it('count per day and queue by default', () => {
    expect(deliveryLimitSchema.parse({ cap: 5 })).toEqual({ cap: 5, type: 'daily', action: 'queue' });
  });

  it.each([
    ['total', 'lifetime'],
    ['Lifetime', 'lifetime'],
    ['MONTHLY', 'monthly'],
    ['weekly', 'weekly'],
    ['hourly', 'hourly'],
  ])('read the type %s as %s', (sent, type) => {
    expect(deliveryLimitSchema.parse({ cap: 0, type: sent }).type).toBe(type);
  });

  it.each([
    [{}, ['cap: is required']],
    [{ cap: 5, budget: 10, currency: 'USD' }, ['budget: must not stand beside a cap']],
    [{ budget: 10 }, ['currency: is required by a budget']],
    [{ cap: 5, currency: 'USD' }, ['budget: is required by a currency']],
    [{ budget: 10.5, currency: 'JPY' }, ['budget: must be a whole number in JPY']],
    [{ budget: 10.555, currency: 'USD' }, ['budget: must have at most 2 decimals in USD']],
    [{ budget: 10.5, currency: 'USD' }, []],
  ])('have either a cap or a budget in a currency: %j', (sent, found) => {
    expect(problems(sent)).toEqual(found);
  });

  it.each([
    ['specific_campaign', 'route'],
    ['specificCampaign', 'route'],
    ['route', 'route'],
    ['next_priority', 'next'],
    ['fallback', 'next'],
    ['none', 'next'],
    ['Reject', 'reject'],
  ])('read the action %s as %s', (sent, action) => {
    expect(deliveryLimitSchema.parse({ cap: 1, action: sent, routeToCampaignId: 'X' }).action).toBe(action);
  });

  it.each<[unknown, string]>([
    [{}, 'cap: is required'],
    [{ cap: -1 }, 'cap: must be at least 0'],
    [{ cap: '5' }, 'cap: must be a number'],
    [{ cap: 5, type: 'yearly' }, 'type: must be one of lifetime, monthly, weekly, daily, hourly'],
    [{ cap: 5, action: 'wait' }, 'action: must be one of queue, reject, route, next'],
    [{ cap: 5, action: 'route' }, 'routeToCampaignId: is required by the action route'],
    [{ cap: 5, startDate: '01/02/2026' }, 'startDate: must be a date YYYY-MM-DD'],
    [{ cap: 5, startDate: '2026-02-01', endDate: '2026-01-31' }, 'endDate: must not be before startDate'],
  ])('refuse %j', (limit, problem) => {
    expect(problems(limit)).toEqual([problem]);
  });
});
