import { addPlaced } from './made-up.js';
import { spoiled } from './spoil.js';

it('the chaos check I6 (one winner) detects that both of two identical leads were placed', () => {
  const both = spoiled((run) => {
    addPlaced(run, { tenantId: 'north', n: 3, campaignId: 'DUP', twins: 'pair' });
    addPlaced(run, { tenantId: 'north', n: 4, campaignId: 'DUP', twins: 'pair' });
  });
  expect(both).toEqual(['I6 pair north/sub_3 and north/sub_4 are the same person and all were placed']);
});
