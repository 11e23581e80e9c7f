import type { FailureReason, OutboundAnswer } from '../http/index.js';
import { createCircuits } from './circuits.js';
import type { CallSteps, Circuits } from './circuits.js';

const answered =
  (status: number, more: { isRefusal?: true } = {}) =>
  async (): Promise<OutboundAnswer> => ({
    kind: 'answered',
    status,
    headers: {},
    body: '',
    bodyRead: '',
    truncated: false,
    durationMs: 1,
    ...more,
  });
const unreachable = async (): Promise<OutboundAnswer> => ({
  kind: 'failed',
  reason: 'timeout',
  mayHaveArrived: true,
  durationMs: 1,
});

const unsent = (reason: FailureReason) => async (): Promise<OutboundAnswer> => ({
  kind: 'failed',
  reason,
  mayHaveArrived: false,
  durationMs: 0,
});

const realNow = Date.now;
let nowMs: number;
let circuits: Circuits;

beforeEach(() => {
  nowMs = Date.UTC(2026, 0, 1);
  Date.now = () => nowMs;
  circuits = createCircuits();
});

afterEach(() => void (Date.now = realNow));

function counted(call: () => Promise<OutboundAnswer>) {
  let made = 0;
  const counting = () => {
    made += 1;
    return call();
  };
  return Object.assign(counting, { made: () => made });
}

/** A call that needs no preparation. */
const just = (call: () => Promise<OutboundAnswer>): CallSteps => ({ prepare: async () => true, call });

const endpoint = (key: string, tenantId = 'demo') => ({ tenantId, key, label: key });

async function runTimes(count: number, call: () => Promise<OutboundAnswer>, key = 'end_1') {
  for (let made = 0; made < count; made += 1) await circuits.run(endpoint(key), just(call));
}

describe('a closed circuit', () => {
  it('opens at the tenth call when seven have failed, and not before', async () => {
    await runTimes(3, answered(200));
    await runTimes(6, unreachable);
    expect(circuits.state(endpoint('end_1'))).toBe('closed');
    await runTimes(1, unreachable);
    expect(circuits.state(endpoint('end_1'))).toBe('open');
  });

  it('stays closed below seven failures of ten calls', async () => {
    await runTimes(40, answered(200));
    await runTimes(60, unreachable);
    expect(circuits.state(endpoint('end_1'))).toBe('closed');
  });

  it('stays closed at nine failures of nine calls', async () => {
    await runTimes(9, unreachable);
    expect(circuits.state(endpoint('end_1'))).toBe('closed');
  });

  it('ignores calls older than 30 s, however few calls there are', async () => {
    for (let minute = 0; minute < 30; minute += 1) {
      await runTimes(3, unreachable);
      nowMs += 31_000;
    }
    expect(circuits.state(endpoint('end_1'))).toBe('closed');
  });

  it.each([
    ['500', answered(500), 'open'],
    ['429', answered(429), 'open'],
    ['408', answered(408), 'open'],
    ['400', answered(400), 'closed'],
    ['302', answered(302), 'closed'],
    ['the refusal of a mail', answered(552, { isRefusal: true }), 'closed'],
    ['a request that could not be sent', unsent('invalid_request'), 'closed'],
    ['an address that may not be called', unsent('blocked'), 'closed'],
    ['an error thrown', () => Promise.reject(new Error('ours')), 'open'],
  ])('counts %s as a failure only where the endpoint caused it', async (_what, call, state) => {
    for (let made = 0; made < 10; made += 1)
      await circuits.run(endpoint('end_1'), just(call)).catch(() => undefined);
    expect(circuits.state(endpoint('end_1'))).toBe(state);
  });

  it('counts no call that could not be prepared', async () => {
    const lost = { prepare: () => Promise.reject(new Error('the store is away')), call: unreachable };
    for (let asked = 0; asked < 20; asked += 1)
      await expect(circuits.run(endpoint('end_1'), lost)).rejects.toThrow('away');
    const taken = { prepare: async () => false, call: unreachable };
    for (let asked = 0; asked < 20; asked += 1)
      expect(await circuits.run(endpoint('end_1'), taken)).toEqual({ kind: 'not_prepared' });
    expect(circuits.state(endpoint('end_1'))).toBe('closed');
  });

  it('makes a call that was prepared before the circuit opened', async () => {
    await runTimes(9, unreachable);
    const prepare = async () => {
      await runTimes(1, unreachable);
      return true;
    };
    expect(await circuits.run(endpoint('end_1'), { prepare, call: answered(200) })).toMatchObject({
      kind: 'answered',
    });
    expect(circuits.state(endpoint('end_1'))).toBe('open');
  });

  it('does not affect other endpoints', async () => {
    await runTimes(20, unreachable);
    const call = counted(answered(200));
    expect(await circuits.run(endpoint('end_2'), just(call))).toMatchObject({ kind: 'answered' });
    expect(circuits.states()).toEqual([
      { ...endpoint('end_1'), state: 'open' },
      { ...endpoint('end_2'), state: 'closed' },
    ]);
  });

  it("does not affect another tenant's endpoint with the same id", async () => {
    await runTimes(20, unreachable);
    const call = counted(answered(200));
    expect(await circuits.run(endpoint('end_1', 'other'), just(call))).toMatchObject({ kind: 'answered' });
    expect(circuits.state(endpoint('end_1', 'other'))).toBe('closed');
    expect(circuits.state(endpoint('end_1'))).toBe('open');
  });
});

describe('an open circuit', () => {
  beforeEach(() => runTimes(10, unreachable));

  it('makes no call and returns how long to wait', async () => {
    nowMs += 10_000;
    const call = counted(answered(200));
    expect(await circuits.run(endpoint('end_1'), just(call))).toEqual({ kind: 'open', retryAfterMs: 20_000 });
    expect(call.made()).toBe(0);
  });

  it('allows one trial call after 30 s and makes other calls wait for it', async () => {
    nowMs += 30_000;
    expect(circuits.state(endpoint('end_1'))).toBe('half_open');
    let finish: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    const trial = circuits.run(
      endpoint('end_1'),
      just(() => gate.then(answered(200))),
    );
    const call = counted(answered(200));
    expect(await circuits.run(endpoint('end_1'), just(call))).toEqual({ kind: 'open', retryAfterMs: 1_000 });
    expect(call.made()).toBe(0);
    finish();
    expect(await trial).toMatchObject({ kind: 'answered' });
    expect(circuits.state(endpoint('end_1'))).toBe('closed');
  });

  it.each([
    [500, 1_000],
    [20_000, 10_000],
    [110_000, 30_000],
  ])('makes callers wait longer the longer the trial takes: after %i ms for %i ms', async (ageMs, waitMs) => {
    nowMs += 30_000;
    void circuits.run(
      endpoint('end_1'),
      just(() => new Promise(() => undefined)),
    );
    nowMs += ageMs;
    const answer = await circuits.run(endpoint('end_1'), just(answered(200)));
    expect(answer).toEqual({ kind: 'open', retryAfterMs: waitMs });
  });

  it('neither closes nor waits longer because of a trial that could not be prepared', async () => {
    nowMs += 30_000;
    const taken = { prepare: async () => false, call: answered(200) };
    expect(await circuits.run(endpoint('end_1'), taken)).toEqual({ kind: 'not_prepared' });
    expect(circuits.state(endpoint('end_1'))).toBe('half_open');
    expect(await circuits.run(endpoint('end_1'), just(unreachable))).toMatchObject({ kind: 'failed' });
    expect(circuits.state(endpoint('end_1'))).toBe('open');
  });

  it('stays open for another 30 s when the trial call fails', async () => {
    nowMs += 30_000;
    expect(await circuits.run(endpoint('end_1'), just(unreachable))).toMatchObject({ kind: 'failed' });
    expect(await circuits.run(endpoint('end_1'), just(answered(200)))).toEqual({
      kind: 'open',
      retryAfterMs: 30_000,
    });
  });

  it('is closed by an order once, and opens by itself again under the same order', async () => {
    expect(await circuits.run(endpoint('end_1'), just(answered(200)), 'order 1')).toMatchObject({
      kind: 'answered',
    });
    for (let made = 0; made < 10; made += 1)
      await circuits.run(endpoint('end_1'), just(unreachable), 'order 1');
    expect(await circuits.run(endpoint('end_1'), just(answered(200)), 'order 1')).toMatchObject({
      kind: 'open',
    });
    expect(await circuits.run(endpoint('end_1'), just(answered(200)), 'order 2')).toMatchObject({
      kind: 'answered',
    });
  });

  it('counts from zero once it closes', async () => {
    nowMs += 30_000;
    await runTimes(1, answered(200));
    await runTimes(8, unreachable);
    expect(circuits.state(endpoint('end_1'))).toBe('closed');
  });
});

it('at most 1,000 circuits of a tenant are kept, and those of other tenants are not evicted for them', async () => {
  await circuits.run(endpoint('end_0', 'other'), just(answered(200)));
  for (let index = 0; index < 1_100; index += 1)
    await circuits.run(endpoint(`end_${index}`), just(answered(200)));
  const of = (tenant: string) => circuits.states().filter(({ tenantId }) => tenantId === tenant);
  expect(of('demo')).toHaveLength(1_000);
  expect(of('demo')[0]?.key).toBe('end_100');
  expect(of('other')).toHaveLength(1);
});

describe('a circuit whose trial call never settles', () => {
  it('is discarded, so that its endpoint is called again', async () => {
    await runTimes(10, unreachable);
    nowMs += 30_000;
    void circuits.run(
      endpoint('end_1'),
      just(() => new Promise(() => undefined)),
    );
    nowMs += 60_000;
    expect(await circuits.run(endpoint('end_1'), just(answered(200)))).toMatchObject({ kind: 'open' });
    nowMs += 10 * 60_000;
    expect(await circuits.run(endpoint('end_1'), just(answered(200)))).toMatchObject({ kind: 'answered' });
  });
});
