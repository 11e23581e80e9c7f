import { clockVariables } from './clock-variables.js';

it('passes on what a faked clock and a time zone consist of, and nothing else', () => {
  const clock = {
    ...{ TZ: 'Asia/Kolkata', LD_PRELOAD: '/lib/libfaketime.so.1', NO_FAKE_STAT: '1' },
    ...{ FAKETIME: '+60s', FAKETIME_DONT_FAKE_MONOTONIC: '1', FAKETIME_SHARED: '/sem /shm' },
  };
  expect(clockVariables({ ...clock, PATH: '/bin', NODE_OPTIONS: '', MY_TZ: 'UTC' })).toEqual(clock);
  expect(clockVariables({ PATH: '/bin', TZ: undefined })).toEqual({});
});
