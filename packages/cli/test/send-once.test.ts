import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { duringEachTest } from '@sluice/testing';
import { openSending, type Sending } from './loopback-interface.js';

const sending = duringEachTest(openSending);
let accepted: Sending['service']['accepted'];
let write: Sending['write'];
let send: Sending['send'];
beforeEach(async () => {
  ({
    service: { accepted },
    write,
    send,
  } = sending);
});

const names = (): unknown[] => [...accepted.values()].map(({ firstName }) => firstName).sort();

describe('a row of sluice send', () => {
  const rows = [
    'firstName,lastName,email,notes',
    'Nina,Kaur,n@example.com,',
    'Omar,Diaz,o@example.com,"a',
    'b"',
  ];

  it('is sent once, however often its file is sent', async () => {
    const file = write('leads.csv', rows.join('\n'));
    const first = await send(file);
    expect(await send(file)).toEqual(first);
    expect(names()).toEqual(['Nina', 'Omar']);
  });

  it.each([
    ['under another name', 'copy.csv', rows.join('\n')],
    ['in another order', 'leads.csv', [rows[0], rows[2], rows[3], rows[1]].join('\n')],
    ['with another row before it', 'leads.csv', rows.toSpliced(1, 0, 'Cy,Lee,c@example.com,').join('\n')],
    ['with other line ends and a byte order mark', 'leads.csv', `\uFEFF${rows.join('\r\n')}\r\n`],
    ['with another delimiter', 'leads.csv', rows.join('\n').replaceAll(',', ';')],
    ['in UTF-16', 'leads.csv', Buffer.from(`\uFEFF${rows.join('\r\n')}`, 'utf16le')],
    [
      'with its columns in another order and an empty one more',
      'leads.csv',
      'email,phone,firstName,lastName,notes\nn@example.com,,Nina,Kaur,\no@example.com, ,Omar,Diaz,"a\nb"',
    ],
    [
      'as JSON',
      'leads.json',
      JSON.stringify([
        { firstName: 'Nina', lastName: 'Kaur', email: 'n@example.com', phone: null },
        { notes: 'a\r\nb', lastName: 'Diaz', firstName: 'Omar', email: 'o@example.com' },
      ]),
    ],
  ])('is not sent again when its file comes back %s', async (_how, name, content) => {
    await send(write('leads.csv', rows.join('\n')));
    const [...before] = accepted.keys();
    const sent = await send(write(name, content));
    expect(sent).toMatchObject({ refused: 0, unsent: 0 });
    expect(accepted.size).toBe(sent.rows);
    expect([...accepted.keys()]).toEqual(expect.arrayContaining(before));
  });

  it('is not sent again when another row of its file was corrected', async () => {
    sending.service.answer = ({ lastName }) =>
      lastName === undefined
        ? { status: 400, code: 'VALIDATION_ERROR', details: ['lastName: is required'] }
        : undefined;
    const heading = 'firstName,lastName,email,phone';
    const nina = 'Nina,Kaur,fx1@example.com,+14155558101';
    await send(write('fix1.csv', [heading, nina, 'Omar,,fx2@example.com,+14155558102'].join('\n')));
    expect(names()).toEqual(['Nina']);
    await send(write('fix2.csv', [heading, nina, 'Omar,Diaz,fx2@example.com,+14155558102'].join('\n')));
    expect(names()).toEqual(['Nina', 'Omar']);
    // The rejects file, corrected: the same row once more.
    const rejects = readFileSync(join(sending.folder, 'fix1.rejects.csv'), 'utf8');
    expect(rejects).toContain('Omar,,fx2@example.com,+14155558102,lastName: is required\n');
    await send(write('fix1.rejects.csv', rejects.replace('Omar,,', 'Omar,Diaz,')));
    expect(names()).toEqual(['Nina', 'Omar']);
  });

  it('is sent to every campaign, and anew when it is changed', async () => {
    await send(write('leads.csv', rows.join('\n')));
    await send(write('leads.csv', rows.join('\n')), { campaignId: 'BORRU' });
    await send(write('leads.csv', rows.join('\n').replace('Kaur', 'Kaul')));
    expect(names()).toEqual(['Nina', 'Nina', 'Nina', 'Omar', 'Omar']);
  });

  it('is counted as repeated, and not sent, when an earlier row of its file is the same', async () => {
    const text = [
      'firstName,lastName,notes',
      'Ada,Lee,',
      'Bo,Lee,x',
      'Ada,Lee, ',
      '"Ada",Lee,""',
      'Ada,Lee,x',
    ].join('\n');
    expect(await send(write('leads.csv', text))).toMatchObject({
      rows: 5,
      accepted: 3,
      repeated: 2,
      refused: 0,
      unsent: 0,
      statuses: { delivered: 3 },
    });
    expect(names()).toEqual(['Ada', 'Ada', 'Bo']);
  });
});
