import { redisAddress, redisUrlProblem } from './redis-url.js';

it('a REDIS_URL is read as one server, unchanged', () => {
  for (const url of ['redis://127.0.0.1:6379', 'rediss://user:p%40ss@redis.example.com:6380/2'])
    expect(redisAddress(url)).toEqual({ kind: 'server', url });
});

it('a REDIS_URL is read as the nodes of a Cluster, with the default port, and the login', () => {
  expect(redisAddress('redis+cluster://a:7000,b,[::1]:7002')).toEqual({
    kind: 'cluster',
    nodes: [
      { host: 'a', port: 7000 },
      { host: 'b', port: 6379 },
      { host: '::1', port: 7002 },
    ],
    tls: false,
    login: {},
  });
  expect(redisAddress('rediss+cluster://leads:p%40ss%2Fword@a')).toEqual({
    kind: 'cluster',
    nodes: [{ host: 'a', port: 6379 }],
    tls: true,
    login: { username: 'leads', password: 'p@ss/word' },
  });
});

it('a REDIS_URL is read as the Sentinels of a master, its database, and the passwords of both', () => {
  const url = 'rediss+sentinel://:one@a,b:1/mymaster/3?sentinelUsername=u&sentinelPassword=t%26o';
  expect(redisAddress(url)).toEqual({
    kind: 'sentinel',
    sentinels: [
      { host: 'a', port: 26379 },
      { host: 'b', port: 1 },
    ],
    master: 'mymaster',
    database: 3,
    tls: true,
    login: { password: 'one' },
    sentinelLogin: { username: 'u', password: 't&o' },
  });
});

it.each([
  ['mongodb://a', /^must be a redis:/],
  ['redis+ring://a', /^must be a redis:/],
  ['redis://a:1,b:2', /^names several hosts: write redis\+cluster/],
  ['redis+cluster://a,,b', /^must name hosts/],
  ['redis+cluster://a:99999', /^must name hosts/],
  ['redis+cluster://', /^must name hosts/],
  ['redis+cluster://a/1', /^must end after the hosts/],
  ['redis+cluster://user:100%@a', /^must be percent-encoded/],
  ['redis+sentinel://a', /^must name the master/],
  ['redis+sentinel://a/mymaster/first', /^must name the master/],
  [
    'redis+sentinel://a/mymaster?password=hunter2',
    /^may set sentinelUsername and sentinelPassword, nothing else$/,
  ],
])('a REDIS_URL of %s is refused with what is wrong, without repeating it', (url, problem) => {
  expect(redisUrlProblem(url)).toMatch(problem);
  expect(redisUrlProblem(url)).not.toContain('hunter2');
});
