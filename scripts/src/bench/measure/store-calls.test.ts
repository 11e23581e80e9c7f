import { readCommandStats } from './store-calls.js';

test('Redis command statistics are summed, and scripts also separately', () => {
  const text = [
    '# Commandstats',
    'cmdstat_evalsha:calls=40,usec=7872,usec_per_call=201.85,rejected_calls=0,failed_calls=0',
    'cmdstat_eval:calls=2,usec=7,usec_per_call=3.5,rejected_calls=0,failed_calls=0',
    'cmdstat_client|setname:calls=6,usec=12,usec_per_call=2.00,rejected_calls=0,failed_calls=0',
    'cmdstat_zadd:calls=10,usec=106,usec_per_call=4.61,rejected_calls=0,failed_calls=0',
  ].join('\r\n');
  expect(readCommandStats(text)).toEqual({ redisCommands: 58, redisScripts: 42 });
});
