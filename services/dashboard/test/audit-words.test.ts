import { adminEndpoints, adminStreams, isAudited } from '@sluice/contracts';
import { operations } from '../web/src/pages/audit/operations.js';

describe('the audit page', () => {
  it('has words for every operation that is audited', () => {
    const audited = [...adminEndpoints, ...adminStreams].filter(
      (endpoint) => endpoint.asksAboutPeople !== undefined || isAudited(endpoint, endpoint.examples.body),
    );
    const known = new Set<string>(operations.map(({ value }) => value));
    expect(audited.map(({ operationId }) => operationId).filter((name) => !known.has(name))).toEqual([]);
  });
});
