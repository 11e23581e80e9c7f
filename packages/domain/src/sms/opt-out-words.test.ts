import fc from 'fast-check';
import { optOutIntent } from './opt-out-words.js';

const stopWords = [
  ...['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT-OUT'],
  ...['ARRET', 'ARRÊT', 'ARRETT', 'ARRETE', 'ARRÊTEZ', 'ARRETER', 'DÉSABONNER', 'ANNULER'],
  ...['ALTO', 'PARAR', 'DETENER', 'BAJA', 'CANCELAR', 'TERMINAR'],
];

describe('optOutIntent', () => {
  it.each([
    ...stopWords,
    'stop',
    ' Stop. ',
    '"STOP!"',
    '“Stop”',
    '«stop»',
    '¡Alto!',
    'StopAll',
    'stop  all',
    'STOP\nALL',
    'stop-all',
    'Opt‑out',
    'quit!!',
    'ＳＴＯＰ',
    'ＳＴＯＰ．',
    'S\u200bT\u200dOP',
    '\ufeffSTOP\u2060',
    '\u202eSTOP\u202c',
    'STO\u00adP',
    'STOP\u0000',
    'STOP\ufe0f',
    'Arre\u0302t',
    '🛑 stop 🛑',
    `STOP${' '.repeat(5_000)}`,
    `${'\u200b'.repeat(5_000)}STOP`,
  ])('reads %j as opt-out', (message) => expect(optOutIntent(message)).toBe('stop'));

  it.each(['START', 'unstop', 'Yes.', '(yes)', 'Début', 'INICIO'])('reads %j as opt-in', (message) =>
    expect(optOutIntent(message)).toBe('start'),
  );

  it.each(['HELP', 'info?', 'aide', '¡Ayuda!'])('reads %j as a request for help', (message) =>
    expect(optOutIntent(message)).toBe('help'),
  );

  it.each([
    ...[
      '',
      '...',
      '\u200b',
      'please stop',
      'stop it',
      "don't stop",
      'no',
      'endless',
      'yes please',
      'constructor',
    ],
    ...['non-stop', 'stop: 5 pm', 'no pare', 'sí', 'oui', 'stop\u00a0here'],
  ])('reads %j as an ordinary message', (message) => expect(optOutIntent(message)).toBeUndefined());

  it('finds the word whatever is written around it, however its letters are written', () => {
    const around = fc.string({
      unit: fc.constantFrom(
        ...' .,!?"\'“”«»()[]-–—…*_\n\t',
        '\u200b',
        '\u200f',
        '\ufeff',
        '\u00a0',
        '🛑',
        '💜',
      ),
    });
    const wide = (text: string) =>
      text.replace(/[!-~]/g, (each) => String.fromCodePoint(each.charCodeAt(0) + 0xfee0));
    const written = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toLowerCase(),
      (text: string) => `${text.slice(0, 1)}${text.slice(1).toLowerCase()}`,
      (text: string) => [...text].join('\u200d'),
      wide,
    );
    fc.assert(
      fc.property(around, fc.constantFrom(...stopWords), written, around, (before, word, write, after) => {
        expect(optOutIntent(before + write(word) + after)).toBe('stop');
      }),
    );
  });

  it('does not find it in a longer message', () => {
    const more = fc.constantFrom('please', 'it', 'me', '5', 'ya', 'moi');
    fc.assert(
      fc.property(more, fc.constantFrom(...stopWords), fc.boolean(), (other, word, first) => {
        expect(optOutIntent(first ? `${other} ${word}` : `${word}, ${other}`)).toBeUndefined();
      }),
    );
  });

  it('takes a time that grows with the length of the message', () => {
    // Processor time, because other work on the machine slows a test down.
    const before = process.cpuUsage();
    optOutIntent(`a${' -'.repeat(30_000)}!`);
    optOutIntent('\u0301'.repeat(60_000));
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
  });
});
