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
  ])('takes %j for leaving', (message) => expect(optOutIntent(message)).toBe('stop'));

  it.each(['START', 'unstop', 'Yes.', '(yes)'])('takes %j for rejoining', (message) =>
    expect(optOutIntent(message)).toBe('start'),
  );

  it.each(['HELP', 'info?'])('takes %j for a question', (message) =>
    expect(optOutIntent(message)).toBe('help'),
  );

  it.each(['', '...', 'please stop', 'stop it', "don't stop", 'no', 'endless', 'yes please', 'constructor'])(
    'takes %j for an ordinary message',
    (message) => expect(optOutIntent(message)).toBeUndefined(),
  );
});
