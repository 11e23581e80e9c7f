/** What look-ups and certificates led to, in the words that people read; answers are hidden from those who may not see them. */
import type { TraceEntry } from '@sluice/contracts';
import { explainTrace } from './index.js';

const said = (entry: TraceEntry, reveal = false) =>
  explainTrace([entry], { zone: 'UTC', reveal }).map(({ text }) => text)[0];
const answered: TraceEntry = {
  ...{ looked: 'lookup', at: 'lk_dnc', verdict: 'passed' },
  values: { answeredAt: '2026-08-01T12:00:00.000Z', fields: { code: 'secretive' } },
};

it('an answer is shown to those who may see it, and to nobody after an erasure', () => {
  expect(said(answered, true)).toContain('code “secretive”');
  expect(said(answered)).toMatch(/its answer is hidden/);
  expect(said(answered)).not.toContain('secretive');
  const { values: _, ...erased } = answered;
  expect(said(erased, true)).toBe('Look-up lk_dnc was answered.');
});

it.each<[TraceEntry, string]>([
  [{ looked: 'lookup', at: 'lk_dnc', verdict: 'held' }, 'Look-up lk_dnc is made.'],
  [
    {
      looked: 'lookup',
      at: 'lk_dnc',
      verdict: 'held',
      because: 'lookup_unavailable',
      values: { failure: 'http_503' },
    },
    'Look-up lk_dnc has no answer (it answered 503), so a person has to act.',
  ],
  [
    {
      ...{ looked: 'lookup', at: 'lk_dnc', verdict: 'failed', because: 'lookup_failed' },
      values: { failure: 'answer_unusable' },
    },
    'Look-up lk_dnc has no answer (its answer cannot be used), so it ends here.',
  ],
  [
    { looked: 'consent', verdict: 'skipped', because: 'no_values' },
    'Nobody was asked about its consent: the lead lacks a field that this needs.',
  ],
  [
    { looked: 'lookup', at: 'lk_dnc', verdict: 'skipped', because: 'when_not_met' },
    'Look-up lk_dnc was not made: its conditions do not hold.',
  ],
  [
    { looked: 'disqualification', at: 'May not be called', verdict: 'skipped', because: 'not_asked' },
    'Disqualification “May not be called” was skipped: a look-up that it reads has no answer.',
  ],
  [
    { looked: 'disqualification', verdict: 'skipped', because: 'inactive' },
    'Disqualification is switched off.',
  ],
  [
    {
      looked: 'consent',
      verdict: 'passed',
      values: { expiresAt: '2031-01-01', maskedUrl: 'https://m.example' },
    },
    'Its certificate of consent is good, kept until 2031-01-01 (https://m.example).',
  ],
  [
    { looked: 'consent', verdict: 'failed', because: 'consent_missing' },
    'Consent: it has no certificate of consent.',
  ],
  [
    {
      looked: 'answer',
      at: 'ACMRU',
      verdict: 'failed',
      values: { outcome: 'skipped', reason: 'consent_failed' },
    },
    'Campaign ACMRU was skipped: its certificate of consent is not this person’s.',
  ],
])('%j is put into words', (entry, words) => {
  expect(said(entry)).toBe(words);
});
