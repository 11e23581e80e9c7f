import { preferredWaitSeconds } from './prefer-wait.js';

describe('Prefer: wait', () => {
  it.each([
    ['wait=1', 1],
    ['wait=10', 10],
    ['wait=11', 10],
    ['wait=99999999999999999999', 10],
    ['WAIT=5', 5],
    ['wait = 5', 5],
    ['wait="5"', 5],
    ['wait=05', 5],
    ['wait=5; foo=bar', 5],
    ['respond-async, wait=5', 5],
    ['wait=5, respond-async', 5],
    ['return=minimal,wait=5,handling=lenient', 5],
    ['note="a, wait=3", wait=5', 5],
    ['note="a \\", wait=3", wait=5', 5],
    [', ,wait=5,', 5],
  ])('%s asks for %s whole seconds', (header, seconds) => {
    expect(preferredWaitSeconds(header)).toBe(seconds);
  });

  it.each([
    undefined,
    '',
    'respond-async',
    'wait',
    'wait=',
    'wait=0',
    'wait=-1',
    'wait=1.5',
    'wait=1s',
    'wait=+5',
    'wait=٣',
    'wait="5',
    'wait=5"',
    'wait=5 5',
    'waiting=5',
    'no-wait=5',
    'foo; wait=5',
    'note="wait=5',
    'note="wait=5\\',
  ])('%p is ignored', (header) => {
    expect(preferredWaitSeconds(header)).toBeUndefined();
  });

  it('counts once, as it stands first', () => {
    expect(preferredWaitSeconds('wait=3, wait=5')).toBe(3);
    expect(preferredWaitSeconds('wait=0, wait=5')).toBeUndefined();
  });

  it('is read in time that grows with its length alone', () => {
    const quotes = '"\\'.repeat(200_000);
    const startedAt = performance.now();
    expect(preferredWaitSeconds(`${quotes}, wait=5`)).toBeUndefined();
    // With the square of its length it would take minutes.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
