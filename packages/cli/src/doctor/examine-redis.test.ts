import { describeRedis, queueFindings, redisFindings, redisUnseen } from './examine-redis.js';

const well = {
  name: 'delivery',
  waiting: 3,
  active: 1,
  delayed: 2,
  failed: 0,
  oldestWaitingMs: 900,
  workers: 1,
  paused: false,
};

describe("the doctor's check of a queue", () => {
  it('finds nothing while a worker processes it in time', () => {
    expect(queueFindings(well)).toEqual([]);
  });

  it.each([
    ['no worker', { workers: 0 }, 'Queue delivery has no workers.'],
    [
      'old jobs',
      { oldestWaitingMs: 300_000 },
      'Queue delivery is behind: 3 jobs wait, the oldest for 5 min.',
    ],
    ['a failed job', { failed: 1 }, 'Queue delivery holds 1 failed job.'],
    ['a pause', { paused: true }, 'Queue delivery is paused.'],
  ])('reports %s', (_what, change, problem) => {
    const findings = queueFindings({ ...well, ...change });
    expect(findings.map((finding) => finding.problem)).toEqual([problem]);
    expect(findings[0]?.remedy).not.toBe('');
  });
});

describe("the doctor's advice about a queue", () => {
  const remedyOf = (change: object) => queueFindings({ ...well, ...change })[0]?.remedy ?? '';

  it('names the page and the command that resume and retry', () => {
    expect(remedyOf({ paused: true })).toBe(
      'Resume it on the page Queues of the dashboard, or with `sluice queues resume delivery`.',
    );
    expect(remedyOf({ failed: 1 })).toBe(
      'The page Queues of the dashboard shows the cause and retries them, as `sluice queues retry delivery` does; the sweep requeues what is still due.',
    );
  });

  it('names the service that works on the queue, which may have another name', () => {
    expect(remedyOf({ name: 'checks', workers: 0 })).toBe('Start the webhook service.');
    expect(remedyOf({ name: 'checks', oldestWaitingMs: 300_000 })).toContain('WORKERS_WEBHOOK under');
  });
});

describe("the doctor's check of a queue, sampled twice,", () => {
  const at = (oldestWaitingMs: number) => ({ ...well, oldestWaitingMs });

  it('reports that no worker takes the oldest job, even after a short wait', () => {
    expect(queueFindings(at(8_000), at(6_000)).map(({ problem }) => problem)).toEqual([
      'Queue delivery is behind: 3 jobs wait, the oldest for 8 s, and it grows.',
    ]);
  });

  it('finds nothing when the oldest job was taken meanwhile, or has hardly waited', () => {
    expect(queueFindings(at(3_000), at(6_000))).toEqual([]);
    expect(queueFindings(at(3_000), at(1_000))).toEqual([]);
  });
});

describe("the doctor's check of Redis", () => {
  const info = (changes: Record<string, string> = {}) =>
    new Map(
      Object.entries({
        maxmemory_policy: 'noeviction',
        aof_enabled: '1',
        maxmemory: '0',
        used_memory: '900',
        ...changes,
      }),
    );

  it('reports settings that a Redis withholds as not examined, instead of as healthy', () => {
    const managed = info();
    managed.delete('aof_enabled');
    expect(redisFindings(managed)).toEqual([]);
    expect(redisUnseen(managed, 'cache:6379')).toEqual([
      'aof_enabled of Redis cache:6379, because its INFO does not report it.',
    ]);
    expect(redisUnseen(info(), 'cache:6379')).toEqual([]);
  });

  it('finds nothing when Redis keeps its data', () => {
    expect(redisFindings(info())).toEqual([]);
    expect(redisFindings(info({ maxmemory: '1300' }))).toEqual([]);
  });

  it.each([
    [
      'evicts',
      { maxmemory_policy: 'allkeys-lru' },
      /drops jobs when its memory is full \(maxmemory-policy allkeys-lru\)/,
    ],
    ['keeps no file', { aof_enabled: '0' }, /keeps no append-only file/],
    ['is nearly full', { maxmemory: '1000' }, /uses 90 % of its memory/],
  ])('reports a Redis that %s', (_what, change, problem) => {
    const findings = redisFindings(info(change));
    expect(findings).toHaveLength(1);
    expect(findings[0]?.problem).toMatch(problem);
  });
});

it.each([
  ['redis://a', [0], 'one server'],
  ['rediss://a', [2], 'one server with 2 replicas'],
  ['redis+sentinel://a/leads', [1], 'the master leads with 1 replica, found through Sentinels'],
  ['redis+cluster://a,b', [1, 1, 0], 'a Cluster of 3 masters with 2 replicas'],
])('describes the Redis at %s', (url, replicas, said) => {
  const masters = replicas.map((count) => ({ info: new Map([['connected_slaves', String(count)]]) }));
  expect(describeRedis(url, masters)).toBe(said);
});
