import { optOutIntent } from './opt-out-words.js';

describe('optOutIntent', () => {
  it.each([
    'STOP',
    'stop',
    ' Stop. ',
    '"STOP!"',
    'StopAll',
    'stop  all',
    'STOP\nALL',
    'unsubscribe',
    'Cancel',
    'END',
    'quit!!',
    'revoke',
    'OptOut',
    'ＳＴＯＰ',
    '🛑 stop 🛑',
  ])('reads %j as opt-out', (message) => expect(optOutIntent(message)).toBe('stop'));

  it.each(['START', 'unstop', 'Yes.', '(yes)'])('reads %j as opt-in', (message) =>
    expect(optOutIntent(message)).toBe('start'),
  );

  it.each(['HELP', 'info?'])('reads %j as a request for help', (message) =>
    expect(optOutIntent(message)).toBe('help'),
  );

  it.each(['', '...', 'please stop', 'stop it', "don't stop", 'no', 'endless', 'yes please', 'constructor'])(
    'reads %j as an ordinary message',
    (message) => expect(optOutIntent(message)).toBeUndefined(),
  );
});
