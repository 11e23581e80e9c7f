import { addPlaced } from './made-up.js';
import { spoiled } from './spoil.js';

it('the chaos check I6 (one winner) detects that both of two identical leads were placed', () => {
  const both = spoiled((run) => {
    addPlaced(run, 'north', 3, 'DUP', [], 'pair');
    addPlaced(run, 'north', 4, 'DUP', [], 'pair');
  });
  expect(both).toEqual(['I6 pair north/sub_3 and north/sub_4 are the same person and all were placed']);
});
