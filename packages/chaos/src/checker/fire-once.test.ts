import { pixelLine } from './made-up.js';
import { remove, spoiled } from './spoil.js';

describe('I5, pixels that fire once', () => {
  it('notices a second event about the same person', () => {
    const twice = spoiled(({ buyer }) =>
      buyer.push(pixelLine('north', 'CAP', 'another-event', 'hash-of-lead-1')),
    );
    expect(twice).toEqual([expect.stringMatching(/^I5 .*px-north-cap.* was told of 2 events/)]);
  });

  it('notices a rule that never fired', () => {
    const silent = spoiled(({ database }) => remove(database.effects, 'north/lead_1.pixel.CAP.once'));
    expect(silent).toEqual(['I5 north/lead_1 qualified, and its pixel was never set off']);
  });

  it('notices a pixel that says it is done and is not', () => {
    const unheard = spoiled(({ buyer }) => buyer.splice(2, 1));
    expect(unheard).toEqual(['I5 north/lead_1.pixel.CAP.once is done, and the platform heard nothing']);
  });

  it('lets the platform hear of one event twice', () => {
    expect(
      spoiled(({ buyer }) => buyer.push(pixelLine('north', 'CAP', 'pixel-event-1', 'hash-of-lead-1'))),
    ).toEqual([]);
  });
});
