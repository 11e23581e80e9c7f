import { describeRedis, redisFindings, redisUnseen } from './examine-redis.js';

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
  });

  it.each([
    [
      'evicts',
      { maxmemory_policy: 'allkeys-lru' },
      /drops jobs when its memory is full \(maxmemory-policy allkeys-lru\)/,
    ],
    ['keeps no file', { aof_enabled: '0' }, /keeps no append-only file/],
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
