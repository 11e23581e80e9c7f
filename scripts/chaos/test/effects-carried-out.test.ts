import { inSeconds, pixelLine, type MadeUp } from './made-up.js';
import { change, remove, spoiled } from './spoil.js';

describe('the chaos check I4 (every effect is carried out, and a pixel fires once)', () => {
  it.each<[string, (run: MadeUp) => void, RegExp]>([
    [
      'a final decision without its webhook',
      ({ database }) => remove(database.effects, 'north/sub_1.lead.delivered.webhook'),
      /^I4 north\/sub_1\.lead\.delivered\.webhook was never planned/,
    ],
    [
      'an effect that no worker executes',
      ({ database }) =>
        change(database.effects, 'north/sub_1.lead.delivered.webhook', {
          status: 'due',
          dueAt: inSeconds(-9),
          attempts: [],
        }),
      /^I4 north\/sub_1\.lead\.delivered\.webhook was planned and never carried out/,
    ],
    [
      'an effect recorded as done that its receiver did not get',
      ({ buyer }) => buyer.splice(1, 1),
      /^I4 north\/sub_1\.lead\.delivered\.webhook is done, and its receiver heard nothing/,
    ],
    [
      'a no before the buyer that got the lead, of which nobody was told',
      ({ database }) =>
        change(database.decisions, 'north/sub_1.routing.0', {
          decision: { kind: 'routed', campaignId: 'CAP', asked: [{ outcome: 'refused' }] },
        }),
      /^I4 north\/sub_1\.lead\.refused\.webhook\.1 was never planned/,
    ],
  ])('detects %s', (_name, spoil, complaint) => {
    expect(spoiled(spoil)).toContainEqual(expect.stringMatching(complaint));
  });

  it('detects a second event for the same person', () => {
    const twice = spoiled(({ buyer }) =>
      buyer.push(pixelLine('north', 'CAP', 'another-event', 'hash-of-lead-1')),
    );
    expect(twice).toEqual([expect.stringMatching(/^I4 .*px-north-cap.* received 2 events/)]);
  });

  it('detects a rule that never fired', () => {
    const silent = spoiled(({ database }) => remove(database.effects, 'north/lead_1.pixel.CAP.once'));
    expect(silent).toEqual(['I4 north/lead_1.pixel.CAP.once was never planned']);
  });

  it('detects a pixel that is recorded as done and was not received', () => {
    const unheard = spoiled(({ buyer }) => buyer.splice(2, 1));
    expect(unheard).toEqual(['I4 north/lead_1.pixel.CAP.once is done, and its receiver heard nothing']);
  });

  it('permits the same event to be sent to the platform twice', () => {
    expect(
      spoiled(({ buyer }) => buyer.push(pixelLine('north', 'CAP', 'pixel-event-1', 'hash-of-lead-1'))),
    ).toEqual([]);
  });
});
