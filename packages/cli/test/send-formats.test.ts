import { unstorableProblems } from '@sluice/contracts';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLeadFile } from '../src/send/lead-file.js';
import { sentText } from '../src/send/sent-text.js';
import { duringEachTest } from '@sluice/testing';
import { openSending, type Sending } from './loopback-interface.js';

const sending = duringEachTest(openSending);
let service: Sending['service'];
let folder: string;
let write: Sending['write'];
let send: Sending['send'];
beforeEach(async () => {
  ({ service, folder, write, send } = sending);
});

const sentLeads = (): unknown[] => [...service.accepted.values()].map(({ campaignId: _, ...lead }) => lead);
const written = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('the bytes of a file of sluice send', () => {
  const accented = 'firstName,lastName\r\nJosé,Muñoz\r\nZoë,O’Neil\r\n';
  const cp1252 = Buffer.from(accented.replace('’', '\x92'), 'latin1');
  const leads = [
    { firstName: 'José', lastName: 'Muñoz' },
    { firstName: 'Zoë', lastName: 'O’Neil' },
  ];

  it.each<[string, string, Uint8Array, RegExp]>([
    [
      'CSV that is not UTF-8',
      'leads.csv',
      cp1252,
      /leads\.csv, line 2, column 4 \(after "Jos"\): is not UTF-8/,
    ],
    [
      'CSV that is not UTF-8 in its last row',
      'leads.csv',
      Buffer.concat([
        Buffer.from('firstName\n'),
        Buffer.from('Ada\n'.repeat(50_000)),
        Buffer.from('Jos\xe9\n', 'latin1'),
      ]),
      /line 50002, column 4 .*"CSV UTF-8" in Excel.*--encoding windows-1252/,
    ],
    [
      'NDJSON that is not UTF-8',
      'a.ndjson',
      Buffer.from('{}\n{"firstName":"Jos\xe9"}', 'latin1'),
      /line 2, column 18/,
    ],
    [
      'a JSON array that is not UTF-8',
      'a.json',
      Buffer.from('[\n{"firstName":"Jos\xe9"}]', 'latin1'),
      /line 2, column 18/,
    ],
    [
      'UTF-16 with half a pair',
      'a.csv',
      Buffer.from('\uFEFFfirstName\nA\ud83d!', 'utf16le'),
      /line 2, .*is not UTF-16LE/,
    ],
    [
      'UTF-16 without a byte order mark',
      'a.csv',
      Buffer.from('firstName\nJosé', 'utf16le'),
      /a\.csv is UTF-16 without a byte order mark; add --encoding utf-16le/,
    ],
    [
      'the same with the other order of bytes',
      'a.json',
      Buffer.from('[{"firstName":"José"}]', 'utf16le').swap16(),
      /a\.json is UTF-16 without a byte order mark; add --encoding utf-16be/,
    ],
    ['a workbook', 'leads.csv', Buffer.from('PK\x03\x04 and so on'), /is an Excel workbook or a ZIP archive/],
  ])('are refused as a whole, with the place and the remedy: %s', async (_what, name, bytes, problem) => {
    await expect(send(write(name, bytes))).rejects.toThrow(problem);
    expect(service.accepted.size).toBe(0);
  });

  it.each(['a.csv', 'a.ndjson'])('with a NUL refuse only its row: %s', async (name) => {
    const rows =
      name === 'a.csv'
        ? 'firstName\nJo\0s\nZoë\n'
        : '{"firstName":"Jo\\u0000s"}\n{"firstName":"Jo\0s"}\n{"firstName":"Zoë"}\n';
    service.answer = (body) => {
      const details = unstorableProblems(body);
      return details.length > 0 ? { status: 400, code: 'VALIDATION_ERROR', details } : undefined;
    };
    const { refused } = await send(write(name, Buffer.from(rows)));
    expect(sentLeads()).toEqual([{ firstName: 'Zoë' }]);
    expect(refused).toBe(name === 'a.csv' ? 1 : 2);
  });

  it.each(['windows-1252', 'shift_jis', 'gbk', 'big5', 'euc-kr', 'iso-2022-jp'])(
    'are not garbled when a person takes UTF-8 for %s',
    async (encoding) => {
      const file = write('leads.csv', Buffer.from(accented));
      await expect(send(file, { encoding })).rejects.toThrow(/is UTF-8, not|is not [A-Z]/);
      expect(service.accepted.size).toBe(0);
    },
  );

  it('are decoded as a person says', async () => {
    await send(write('leads.csv', cp1252), { encoding: 'windows-1252' });
    expect(sentLeads()).toEqual(expect.arrayContaining(leads));
  });

  it('are not decoded as a person says if they say otherwise themselves', async () => {
    const utf8 = Buffer.from(accented);
    await expect(send(write('leads.csv', utf8), { encoding: 'latin1' })).rejects.toThrow(
      /is UTF-8, not latin1/,
    );
    await expect(send(write('leads.csv', utf8), { encoding: 'nonsense' })).rejects.toMatchObject({
      exitCode: 2,
    });
    expect(service.accepted.size).toBe(0);
    await send(write('leads.csv', `\uFEFF${accented}`), { encoding: 'windows-1252' });
    expect(sentLeads()).toEqual(expect.arrayContaining(leads));
  });

  it('give the same table in every encoding and dialect', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '中', '🙂', '"', ';', ',', '\t', '\n', ' ') });
    const table = fc.array(fc.tuple(fc.constantFrom('Ada', 'Zoë'), cell), { minLength: 1, maxLength: 20 });
    const encodings = {
      'utf-8': (text: string) => Buffer.from(text),
      'utf-8 with its mark': (text: string) => Buffer.from(`\uFEFF${text}`),
      'utf-16le': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
      'utf-16be': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
    };
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom(...Object.values(encodings)),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n'),
        async (rows, encoded, delimiter, record_delimiter) => {
          const text = stringify([['firstName', 'notes'], ...rows], {
            delimiter,
            record_delimiter,
            quoted_match: /\n/,
          });
          const file = await openLeadFile(write('table.csv', encoded(text)));
          const read: unknown[] = [];
          for await (const { fields } of file.read()) read.push(fields);
          expect(read).toEqual(rows.map(([firstName, notes]) => ({ firstName, notes })));
          expect(file.rows).toBe(rows.length);
        },
      ),
    );
  });
});

describe('a broken row of sluice send', () => {
  it.each([
    [
      'a quote inside',
      'Bob "Bo",Lee,c21x@example.com',
      'firstName: has a quote in a cell that is not in quotes',
    ],
    ['an Excel formula', 'Bob,Lee,="14155557044"', 'email: is an Excel formula (="…"); keep only its value'],
    [
      'a quote that stays open',
      'Bob,Lee,"c21x@example.com',
      'email: opens a quote in line 2 that is not closed',
    ],
  ])('is refused alone, in one line, when it has %s', async (_what, row, reason) => {
    const sent = await send(
      write('leads.csv', `firstName,lastName,email\r\n${row}\r\nJosé,Muñoz,c22x@example.com\r\n`),
    );
    expect(sent).toMatchObject({ rows: 2, accepted: 1, refused: 1, unsent: 0 });
    expect(sent.refusals).toEqual([{ place: 'line 2', reasons: [expect.stringContaining(reason)] }]);
    expect(sentText(sent)).toMatch(
      new RegExp(`^ {4}line 2: ${reason.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'm'),
    );
    expect(sentLeads()).toEqual([{ firstName: 'José', lastName: 'Muñoz', email: 'c22x@example.com' }]);
  });

  it('can be corrected in the rejects file, which has the dialect of its file', async () => {
    const lines = [
      'firstName;lastName;;notes',
      'Bob "Bo";Lee;;x',
      'Al;Lee;lost;x',
      'Cy;Lee;;"x;y";more',
      'Di',
      'Ed;Lee;;x',
    ];
    await send(write('leads.csv', `\uFEFF${lines.join('\r\n')}`));
    const rejects = written('leads.rejects.csv');
    expect(rejects.split('\n')).toEqual([
      '\uFEFFfirstName;lastName;;notes;;reasons',
      expect.stringMatching(
        /^"Bob ""Bo""";Lee;;x;;"firstName: has a quote in a cell .*; put the cell in quotes .*"$/,
      ),
      'Al;Lee;lost;x;;column 3: holds a value, but the header does not name it',
      'Cy;Lee;;"x;y";more;row: has 5 cells, but the header has 4',
      'Di;;;;;row: has 1 cells, but the header has 4',
      '',
    ]);
    const corrected = rejects.replace(';lost;', ';;').replace(';more;', ';;').replace('Di;;;', 'Di;Lee;;z');
    expect(await send(write('leads.rejects.csv', corrected))).toMatchObject({ rows: 4, accepted: 4 });
    expect(service.accepted.size).toBe(5);
    expect(existsSync(join(folder, 'leads.rejects.rejects.csv'))).toBe(false);
  });

  it('costs no memory: the rejects of many rows are written in order while others are sent', async () => {
    service.answer = ({ notes }) =>
      Number(notes) % 3 === 0 ? { status: 400, code: 'VALIDATION_ERROR', details: ['no'] } : undefined;
    const rows = Array.from({ length: 600 }, (_, n) => (n % 2 === 0 ? `Ada,${n}` : `A"da,${n}`));
    const sent = await send(write('leads.csv', ['firstName,notes', ...rows].join('\n')));
    const refused = rows.filter((row, n) => n % 2 === 1 || n % 3 === 0);
    expect(sent).toMatchObject({ refused: refused.length, accepted: 600 - refused.length });
    expect(sent.refusals.map(({ place }) => place)).toEqual([
      'line 2',
      'line 3',
      'line 5',
      'line 7',
      'line 8',
    ]);
    const numbers = written('leads.rejects.csv')
      .split('\n')
      .slice(1, -1)
      .map((line) => Number(/,(\d+),/.exec(line)?.[1]));
    expect(numbers).toEqual(refused.map((row) => Number(row.split(',')[1])));
    expect(existsSync(join(folder, 'leads.rejects.csv.part'))).toBe(false);
  });
});

describe('the numbers of a JSON file of sluice send', () => {
  const id = '23851234567890123';
  const reason = `customFields.fbLeadId: ${id} is a whole number beyond 2^53, which would be rounded; send it as text`;

  it.each([
    [
      'NDJSON',
      'leads.ndjson',
      `{"firstName":"Ada","customFields":{"fbLeadId":${id}}}\n{"firstName":"Bo"}`,
      'line 1',
    ],
    [
      'an array',
      'leads.json',
      `[{"firstName":"Bo"},\n{"firstName":"Ada","customFields":{"fbLeadId":${id}}}]`,
      'item 2',
    ],
  ])(
    'refuse their row if they would be rounded, and keep their digits: %s',
    async (_what, name, text, place) => {
      expect(await send(write(name, text))).toMatchObject({
        rows: 2,
        accepted: 1,
        refused: 1,
        refusals: [{ place, reasons: [reason] }],
      });
      expect(sentLeads()).toEqual([{ firstName: 'Bo' }]);
      expect(JSON.parse(written('leads.rejects.ndjson'))).toEqual({
        firstName: 'Ada',
        customFields: { fbLeadId: id },
        reasons: [reason],
      });
    },
  );
});

describe('a JSON array of sluice send', () => {
  it.each([
    ['[{"firstName":"Ada"},\n {"firstName":"Bo"]', /line 2, column 19/],
    ['[{"firstName":"Ada"},\n {"firstName":"Bo"}', /line 2, column 20/],
    ['[{"firstName":"Ada"}]\n[{"firstName":"Bo"}]', /line 2, column 1/],
    ['[]', /has no rows/],
  ])('is refused whole before anything is sent: %j', async (text, problem) => {
    await expect(send(write('leads.json', text))).rejects.toThrow(problem);
    expect(service.accepted.size).toBe(0);
  });

  it('has items that are refused alone', async () => {
    const sent = await send(write('leads.json', '[1, {"firstName":"Ada"}, {"emial":"x"}, null]'));
    expect(sent).toMatchObject({ rows: 4, accepted: 1, refused: 3 });
    expect(sent.refusals.map(({ place }) => place)).toEqual(['item 1', 'item 3', 'item 4']);
  });
});

describe('an export of lead forms', () => {
  it('is sent as Meta writes it, and its rejects file can be corrected and sent', async () => {
    service.answer = ({ lastName }) =>
      lastName === undefined
        ? { status: 400, code: 'VALIDATION_ERROR', details: ['lastName: is required'] }
        : undefined;
    const lines = [
      'id\tcreated_time\tform_id\twhat_happened?\tfull_name\temail\tphone_number',
      'l:1\t2026-09-12T15:05:13-05:00\tf:2\t"a fall\nat work"\tZoë Lee\ta@example.com\tp:+14155550132',
      'l:2\t2026-09-12T16:05:13-05:00\tf:2\tno\tBo\tb@example.com\tp:+14155550133',
    ];
    const meta = Buffer.from(`\uFEFF${lines.join('\n')}\n`, 'utf16le');
    expect(await send(write('leads.csv', meta))).toMatchObject({ rows: 2, accepted: 1, refused: 1 });
    expect(sentLeads()).toEqual([
      {
        firstName: 'Zoë',
        lastName: 'Lee',
        email: 'a@example.com',
        phone: '+14155550132',
        questionnaire: { what_happened: 'a fall\nat work' },
        attribution: { params: { lead_id: '1', created_time: '2026-09-12T15:05:13-05:00', form_id: '2' } },
      },
    ]);
    const rejects = written('leads.rejects.csv');
    expect(rejects).toMatch(/^\uFEFFid\tcreated_time\t.*\treasons\nl:2\t.*\tBo\tb@/);
    await send(write('leads.rejects.csv', rejects.replace('\tBo\t', '\tBo Diaz\t')));
    expect(sentLeads()[1]).toMatchObject({
      firstName: 'Bo',
      lastName: 'Diaz',
      attribution: { params: { lead_id: '2' } },
    });
  });
});

describe('a file that changes while it is sent', () => {
  it('is not read on', async () => {
    const path = write('leads.csv', 'firstName\nAda\n');
    const file = await openLeadFile(path);
    writeFileSync(path, 'firstName\nAda\nBo\n');
    await expect(file.read()[Symbol.asyncIterator]().next()).rejects.toThrow(/has changed while it was read/);
  });
});
