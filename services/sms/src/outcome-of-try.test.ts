import type { DueEffect } from '@sluice/contracts';
import type { SmsSendOutcome } from '@sluice/providers';
import { attemptOutcome, effectResult, recalled } from './outcome-of-try.js';

const startedAt = new Date('2026-03-01T12:00:00Z');
const endedAt = new Date('2026-03-01T12:00:01Z');
const effect = (tries: number) => ({ attempts: Array.from({ length: tries }) }) as unknown as DueEffect;
const result = (outcome: SmsSendOutcome, tries = 0) =>
  effectResult(effect(tries), outcome, { startedAt }, endedAt);

const sent: SmsSendOutcome = { kind: 'sent', vendorMessageId: 'SM1', status: 'sent' };
const unnamed: SmsSendOutcome = { kind: 'sent', status: 'queued' };
const refused: SmsSendOutcome = { kind: 'refused', code: '21211', message: 'no', optedOut: false };
const busy: SmsSendOutcome = { kind: 'retry', reason: 'http_503', mayHaveArrived: false };
const silent: SmsSendOutcome = { kind: 'retry', reason: 'timeout', mayHaveArrived: true };

describe('an attempt to send an SMS message', () => {
  it('is done when the vendor accepted it, and has failed when the vendor refused it', () => {
    expect(result(sent).kind).toBe('done');
    expect(result(refused)).toMatchObject({ kind: 'failed', reason: 'refused_21211' });
  });

  it('is retried while the vendor certainly does not have the message, a limited number of times', () => {
    expect(result(busy)).toMatchObject({ kind: 'again', at: new Date(endedAt.getTime() + 5_000) });
    expect(result({ ...busy, retryAfterMs: 60_000 })).toMatchObject({
      at: new Date(endedAt.getTime() + 60_000),
    });
    expect(result(busy, 5)).toMatchObject({ kind: 'failed' });
  });

  it('is never retried when the message may have arrived', () => {
    expect(result(silent)).toMatchObject({ kind: 'failed', reason: 'timeout' });
  });

  it.each([sent, unnamed, refused, busy, silent])(
    'has the same outcome when read back after a crash: %j',
    (outcome) => {
      const again = recalled(attemptOutcome(outcome, startedAt, endedAt), 'twilio');
      expect(result(again).kind).toBe(result(outcome).kind);
      if (outcome.kind === 'sent') expect(again).toEqual({ ...outcome, status: 'queued' });
    },
  );

  it.each([
    ['twilio', '21610', true],
    ['telnyx', '40300', true],
    ['twilio', '40300', false],
    ['telnyx', '40310', false],
  ] as const)(
    'refused by %s with %s means after a crash what it meant before',
    (provider, code, optedOut) => {
      const recorded = attemptOutcome({ ...refused, code }, startedAt, endedAt);
      expect(recalled(recorded, provider)).toMatchObject({ kind: 'refused', code, optedOut });
    },
  );

  it('without a recorded outcome may have arrived', () => {
    expect(result(recalled(undefined, 'twilio'))).toMatchObject({
      kind: 'failed',
      reason: 'unknown_outcome',
    });
  });
});
