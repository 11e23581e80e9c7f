import { clockVariables } from './clock-variables.js';

it('the test runner passes on the variables of a faked clock and a time zone, and no others', () => {
  const clock = {
    TZ: 'Asia/Kolkata',
    LD_PRELOAD: '/lib/libfaketime.so.1',
    NO_FAKE_STAT: '1',
    FAKETIME: '+60s',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_SHARED: '/sem /shm',
  };
  expect(clockVariables({ ...clock, PATH: '/bin', NODE_OPTIONS: '', MY_TZ: 'UTC' })).toEqual(clock);
  expect(clockVariables({ PATH: '/bin', TZ: undefined })).toEqual({});
});
