import { Redis } from 'ioredis';
import { isLate, isRedisUnavailable } from './waiting.js';

const { ReplyError } = Redis as unknown as { readonly ReplyError: new (message: string) => Error };
const named = (name: string, message = '') => Object.assign(new Error(message), { name });

it.each([
  ['a command that timed out', new Error('Command timed out')],
  ['a connection that is closed', new Error('Connection is closed.')],
  ['spent retries', named('MaxRetriesPerRequestError')],
  ['a Redis that is loading', new ReplyError('LOADING Redis is loading the dataset in memory')],
  ['a Redis without memory', new ReplyError("OOM command not allowed when used memory > 'maxmemory'.")],
  ['a master that changes for too long', new Error('Too many Cluster redirections. Last error: Error: x')],
  ['a Cluster without a node', new Error('None of startup nodes is available')],
  ['silent Sentinels', new Error('All sentinels are unreachable and retry is disabled.')],
  ['a master that became a replica', new ReplyError('UNBLOCKED force unblock from blocking operation')],
])('%s means that Redis is unavailable', (_what, error) => expect(isRedisUnavailable(error)).toBe(true));

it.each([
  ['a wrong command', new ReplyError('ERR unknown command')],
  ['a defect', new TypeError('x is not a function')],
  ['nothing', undefined],
])('%s does not mean that Redis is unavailable', (_what, error) =>
  expect([isRedisUnavailable(error), isLate(error)]).toEqual([false, false]),
);

it('a command without a connection means that Redis is unavailable, and a missed deadline means that Redis is late', async () => {
  const silent = new Redis({ lazyConnect: true, enableOfflineQueue: false });
  silent.on('error', () => undefined);
  const error: unknown = await silent.get('x').then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  silent.disconnect();
  expect(isRedisUnavailable(error)).toBe(true);
  expect(isLate(named('DeadlineError'))).toBe(true);
});
