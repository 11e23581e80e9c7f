import { pixelLine } from './made-up.js';
import { remove, spoiled } from './spoil.js';

describe('the chaos check I5 (pixels that fire once)', () => {
  it('detects a second event for the same person', () => {
    const twice = spoiled(({ buyer }) =>
      buyer.push(pixelLine('north', 'CAP', 'another-event', 'hash-of-lead-1')),
    );
    expect(twice).toEqual([expect.stringMatching(/^I5 .*px-north-cap.* received 2 events/)]);
  });

  it('detects a rule that never fired', () => {
    const silent = spoiled(({ database }) => remove(database.effects, 'north/lead_1.pixel.CAP.once'));
    expect(silent).toEqual(['I5 north/lead_1 qualified, and its pixel was never planned']);
  });

  it('detects a pixel that is recorded as done and was not received', () => {
    const unheard = spoiled(({ buyer }) => buyer.splice(2, 1));
    expect(unheard).toEqual(['I5 north/lead_1.pixel.CAP.once is done, and the platform heard nothing']);
  });

  it('permits the same event to be sent to the platform twice', () => {
    expect(
      spoiled(({ buyer }) => buyer.push(pixelLine('north', 'CAP', 'pixel-event-1', 'hash-of-lead-1'))),
    ).toEqual([]);
  });
});
