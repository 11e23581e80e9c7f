import type { Interaction } from '@sluice/contracts';
import { interactionMoments } from './interaction-moments.js';

const at = '2026-03-01T10:00:00.000Z';
const interaction: Interaction = {
  interactionId: 'int_1',
  leadId: 'lead_1',
  type: 'call',
  status: 'completed',
  call: { direction: 'outbound', duration: 61, spokenTo: true },
  summary: 'secret summary',
  transcript: [{ timestamp: at, role: 'lead', message: 'secret words', source: 'manual' }],
  createdAt: at,
  updatedAt: at,
};
const wordsOf = (one: Interaction, reveal: boolean) =>
  interactionMoments([one], { zone: 'UTC', reveal }).map(({ kind, what }) => [
    kind,
    what.text,
    ...(what.of ?? []).map(({ text }) => text),
  ]);

describe('a timeline', () => {
  it('shows a recorded call as one moment, and what was said only when it is asked for', () => {
    const told = 'Call, outbound: completed, 61 s, the lead was spoken to.';
    expect(wordsOf(interaction, false)).toEqual([
      ['interaction', told, 'Summary: 14 characters (hidden).', 'The lead wrote: 12 characters (hidden).'],
    ]);
    expect(wordsOf(interaction, true)).toEqual([
      ['interaction', told, 'Summary: “secret summary”.', 'The lead wrote: “secret words”.'],
    ]);
  });

  it('shows a call that nobody answered, and an email thread', () => {
    const { call: _call, summary: _summary, transcript: _transcript, ...bare } = interaction;
    expect(wordsOf({ ...bare, status: 'no_answer' }, false)).toEqual([
      ['interaction', 'Call: not answered.'],
    ]);
    expect(wordsOf({ ...bare, type: 'email' }, false)).toEqual([['interaction', 'Email thread: completed.']]);
  });

  it('shows each message of a text conversation at its time', () => {
    expect(wordsOf({ ...interaction, type: 'sms' }, false)).toEqual([
      ['message', 'The lead wrote: 12 characters (hidden).'],
    ]);
  });
});
