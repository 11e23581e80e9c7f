import type { StoreAnswer } from './ask-store.js';
import { followHealth, unknownHealth, type StoreVerdict } from './store-health.js';
import { usualPatience } from './watch-store.js';

const answers: StoreAnswer = { kind: 'answers' };
const busy: StoreAnswer = { kind: 'busy' };
const silent: StoreAnswer = { kind: 'silent' };
const refuses: StoreAnswer = { kind: 'refuses', how: 'connections are answered with ECONNRESET' };

/** Checks every two seconds; returns each verdict with its time in seconds. */
function ask(seconds: number, what: (second: number) => { pid?: number; answer: StoreAnswer }) {
  let health = unknownHealth;
  const done: [number, StoreVerdict][] = [];
  for (let second = 0; second <= seconds; second += 2) {
    const { pid, answer } = what(second);
    const next = followHealth(health, { pid, answer, nowMs: second * 1_000 }, usualPatience);
    health = next.health;
    if (next.verdict !== 'nothing') done.push([second, next.verdict]);
  }
  return done;
}

describe('the health check of a store', () => {
  it('does not restart a store that answers, that loads its data however long, or that is being started', () => {
    expect(ask(600, () => ({ pid: 1, answer: answers }))).toEqual([]);
    expect(ask(600, () => ({ pid: 1, answer: busy }))).toEqual([]);
    expect(ask(600, () => ({ answer: refuses }))).toEqual([]);
  });

  it('tolerates 20 seconds without an answer, as of a paused process, and restarts after 30', () => {
    const silentUntil = (end: number) => (second: number) => ({
      pid: 1,
      answer: second >= 10 && second < end ? silent : answers,
    });
    expect(ask(100, silentUntil(30))).toEqual([]);
    expect(ask(50, silentUntil(100))[0]).toEqual([40, 'restart']);
  });

  it('restarts a store that resets connections for 5 seconds, but not for single resets far apart', () => {
    const resets = ask(20, (second) => ({ pid: 1, answer: second >= 10 ? refuses : answers }));
    expect(resets[0]).toEqual([16, 'restart']);
    expect(ask(200, (second) => ({ pid: 1, answer: second % 100 === 50 ? refuses : answers }))).toEqual([]);
  });

  it('gives a new process a minute to read its journal', () => {
    expect(ask(58, () => ({ pid: 1, answer: refuses }))).toEqual([]);
    expect(ask(60, () => ({ pid: 1, answer: refuses }))).toEqual([[60, 'restart']]);
  });

  it('reports once that restarts do not help, then restarts once a minute, and reports the recovery', () => {
    // Every restart creates a new process, of which only the very last answers.
    let pid = 1;
    let health = { ...unknownHealth, pid, answered: true };
    const done: [number, StoreVerdict][] = [];
    for (let second = 0; second <= 600; second += 2) {
      const answer = second > 560 ? answers : refuses;
      const next = followHealth(
        health,
        { pid, answer, nowMs: second * 1_000 },
        { ...usualPatience, startWithinMs: 0 },
      );
      health = next.health as typeof health;
      if (next.verdict === 'nothing') continue;
      done.push([second, next.verdict]);
      if (next.verdict.endsWith('restart')) pid += 1;
    }
    const verdicts = done.map(([, verdict]) => verdict);
    expect(verdicts.slice(0, 4)).toEqual(['restart', 'restart', 'restart', 'hopeless, restart']);
    expect(verdicts.filter((verdict) => verdict.startsWith('hopeless'))).toHaveLength(1);
    expect(verdicts.at(-1)).toBe('answers again');
    const restarts = done.filter(([, verdict]) => verdict.endsWith('restart')).map(([second]) => second);
    const apart = restarts.slice(4).map((second, i) => second - restarts[i + 3]!);
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(60);
  });

  it('reports that restarts do not help even if every process exits by itself', () => {
    const crashing = ask(60, (second) => ({ pid: second, answer: refuses }));
    expect(crashing.map(([, verdict]) => verdict)).toEqual(['hopeless']);
  });
});
