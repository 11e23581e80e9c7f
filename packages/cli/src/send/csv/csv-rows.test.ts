import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { linesOf } from '@sluice/admin/files';
import type { Row } from '../row.js';
import { readCsv } from './csv-rows.js';

async function* inPieces(text: string, size: number): AsyncGenerator<string, void, undefined> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function rowsOf(text: string, size = 7): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of (await readCsv(linesOf(inPieces(text, size))))?.rows ?? []) rows.push(row);
  return rows;
}

const fieldsOf = async (text: string): Promise<unknown[]> => (await rowsOf(text)).map(({ fields }) => fields);
const problemsOf = async (text: string): Promise<unknown[]> =>
  (await rowsOf(text)).map(({ problems }) => problems);

const columns = ['firstName', 'lastName', 'notes'] as const;
const cell = fc
  .string({
    unit: fc.constantFrom('a', 'é', '中', '🙂', ' ', ',', ';', '\t', '|', '"', '""', '\n', '=', "'", '1'),
  })
  .filter((text) => !/^="[^]*"$/.test(text));
const table = fc.array(
  fc.tuple(cell, cell, cell).filter((cells) => cells.some((text) => text.trim() !== '')),
  { minLength: 1 },
);
const dialect = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  record_delimiter: fc.constantFrom('\n', '\r\n', '\r'),
  quoted: fc.boolean(),
});

describe('a table that a program wrote as CSV', () => {
  it('reads back the same in every dialect, like another reader reads it', async () => {
    await fc.assert(
      fc.asyncProperty(table, dialect, fc.integer({ min: 1, max: 50 }), async (rows, options, size) => {
        const text = stringify([columns, ...rows], { ...options, quoted_match: /\n/ });
        const read = await rowsOf(text, size);
        expect(read.map(({ source, problems }) => ({ source, problems }))).toEqual(
          rows.map((source) => ({ source, problems: [] })),
        );
        const { delimiter, record_delimiter } = options;
        const others = parse(text, {
          delimiter,
          record_delimiter,
          columns: true,
          skip_records_with_empty_values: true,
        });
        expect(read.map(({ fields }) => fields)).toEqual(others);
      }),
    );
  });

  it('reads back the same with empty columns behind it and blank rows in it', async () => {
    const blank = fc.constantFrom('', ',,,,', ' , ,', '"",""', '\u00a0');
    await fc.assert(
      fc.asyncProperty(table, fc.array(fc.tuple(fc.nat(), blank)), async (rows, blanks) => {
        const lines = rows.map((row) => stringify([[...row, '', '']], { record_delimiter: '' }));
        for (const [at, line] of blanks) lines.splice(at % (lines.length + 1), 0, line);
        const read = await rowsOf(['firstName,lastName,notes,,', ...lines].join('\n'));
        expect(read.map(({ fields, problems }) => ({ fields, problems }))).toEqual(
          rows.map(([firstName, lastName, notes]) => ({
            fields: { firstName, lastName, notes },
            problems: [],
          })),
        );
      }),
    );
  });
});

it.each([0, 60, 99, 250])('a cell of many lines is read whole behind %i rows', async (before) => {
  const long = 'a line\n'.repeat(150);
  const lines = ['firstName,notes', ...Array<string>(before).fill('Ada,x'), `Bo,"${long}"`, 'Cy,y'];
  const rows = await rowsOf(lines.join('\n'), 64_000);
  expect(rows.flatMap(({ problems }) => problems)).toEqual([]);
  expect(rows.slice(before).map(({ place, fields }) => [place, fields['notes']])).toEqual([
    [`line ${before + 2}`, long],
    [`line ${before + 153}`, 'y'],
  ]);
});

describe('a broken row', () => {
  const junk = fc.oneof(
    fc.constantFrom(
      'Bob "Bo",Lee,x',
      'a,b,="14155557044"',
      '"a"b,c,d',
      '5" pipe,x,y',
      'a,"b" ,c',
      'a',
      'a,b,c,d,e',
    ),
    fc.constantFrom('"open', 'a,"open,b', 'a,b,"open', '"', '"a""', 'a,b,"""'),
  );
  // A quote that stays open may reach a cell that begins with what could follow its closing quote.
  const calm = table.filter((rows) => !rows.flat().some((text) => /^[,\n"]/.test(text)));

  it('affects only itself, wherever it stands', async () => {
    await fc.assert(
      fc.asyncProperty(calm, junk, fc.nat(), async (rows, broken, place) => {
        const lines = rows.map((row) => stringify([row], { record_delimiter: '' }));
        const at = place % (lines.length + 1);
        const read = await rowsOf(['firstName,lastName,notes', ...lines.toSpliced(at, 0, broken)].join('\n'));
        expect(read.filter(({ problems }) => problems.length === 0).map(({ source }) => source)).toEqual(
          rows,
        );
        expect(read.map(({ problems }) => problems.length > 0)).toEqual(
          lines.map(() => false).toSpliced(at, 0, true),
        );
      }),
    );
  });

  it.each([
    ['a,"b"c', 'lastName: has text behind its closing quote; double the quotes inside a cell'],
    ['="1",b', 'firstName: is an Excel formula (="…"); keep only its value'],
    ['"=""1""",b', 'firstName: is an Excel formula (="…"); keep only its value'],
    ['a,b "c"', /^lastName: has a quote in a cell that is not in quotes/],
    ['a,"b', 'lastName: opens a quote in line 3 that is not closed'],
    ['a', 'row: has 1 cells, but the header has 2'],
    ['a,b,c', 'row: has 3 cells, but the header has 2'],
  ])('is refused with the column and the reason: %s', async (line, problem) => {
    const [good, broken, last] = await rowsOf(`firstName,lastName\nAda,Lee\n${line}\nBo,Lee`);
    expect(good?.problems).toEqual([]);
    expect(broken).toMatchObject({
      place: 'line 3',
      fields: {},
      problems: [problem instanceof RegExp ? expect.stringMatching(problem) : problem],
    });
    expect(last).toMatchObject({ fields: { firstName: 'Bo', lastName: 'Lee' }, problems: [] });
  });

  it('with a quote that nobody closes costs no other row, however long the file is', async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => `Ada${n},Lee`);
    const read = await rowsOf(['firstName,lastName', '"Bo,Lee', ...rows].join('\n'), 64_000);
    expect(read).toHaveLength(3_001);
    expect(read.filter(({ problems }) => problems.length > 0).map(({ place }) => place)).toEqual(['line 2']);
  });

  it('whose quote joins it with other rows leaves them rows', async () => {
    const text = 'firstName,lastName,notes\n"Bo,Lee,x\nAda,Lee,x\nCy,Lee,"y"\nDi,"Lee\nor Li",z\n';
    expect((await rowsOf(text)).map(({ place, problems }) => [place, problems.length])).toEqual([
      ['line 2', 1],
      ['line 3', 0],
      ['line 4', 0],
      ['line 5', 0],
    ]);
  });

  it('with a cell of several lines stays one row', async () => {
    expect(await problemsOf('firstName,lastName\n"Ada\nor\nAdi"\nBo,Lee')).toEqual([
      ['row: has 1 cells, but the header has 2'],
      [],
    ]);
  });
});

describe('the dialect of a CSV file', () => {
  it.each([
    ['a comma', 'firstName,notes\nAda,a;b'],
    ['a semicolon', 'firstName;notes\nAda;a;b'.replace('a;b', '"a;b"')],
    ['a tab', 'firstName\tnotes\nAda\ta;b'],
    ['a pipe', 'firstName|notes\nAda|a;b'],
    ['sep=', 'sep=;\nfirstName;notes\nAda;"a;b"'],
    ['sep= in quotes, with the delimiters of the other columns', '"sep=^"\nfirstName^notes\nAda^a;b'],
    ['sep= in another case', 'SEP=|\r\nfirstName|notes\r\nAda|a;b'],
    ['quotes around the names', '"firstName";"notes"\n"Ada";"a;b"'],
    ['lines without anything above the heading', '\n,,\n ; \nfirstName,notes\nAda,a;b'],
    ['two byte order marks', '\uFEFF\uFEFF"firstName",notes\nAda,a;b'],
    ['CR', 'firstName,notes\rAda,a;b\r'],
    ['a mixture of line ends', 'firstName,notes\n\r\rAda,a;b\r\n'],
  ])('is recognised: %s', async (_what, text) => {
    expect(await fieldsOf(text)).toEqual([{ firstName: 'Ada', notes: 'a;b' }]);
  });

  it('may have one column', async () => {
    expect(await fieldsOf('notes\na;b\n')).toEqual([{ notes: 'a;b' }]);
  });

  it('is that of the known columns, not of the most frequent character', async () => {
    expect(await fieldsOf('"firstName";"customFields.a,b,c,d,e"\nAda;1')).toEqual([
      { firstName: 'Ada', 'customFields.a,b,c,d,e': '1' },
    ]);
    expect(await fieldsOf('firstName;customFields.a,b,c,d\nAda;1')).toEqual([
      { firstName: 'Ada', 'customFields.a,b,c,d': '1' },
    ]);
  });

  it('gives no answer a carriage return', async () => {
    const text = 'firstName,questionnaire.injury\nAda,no\r\nBo,yes\rCy,"a\r\nb"\n';
    expect(JSON.stringify(await fieldsOf(text))).not.toContain('\\r');
    expect(await fieldsOf(text)).toHaveLength(3);
  });
});

describe('a column without a name', () => {
  it('may be empty, at the end and between others', async () => {
    expect(await fieldsOf('firstName,,notes,,\nAda,,x,,\nBo,,y\n')).toEqual([
      { firstName: 'Ada', notes: 'x' },
      { firstName: 'Bo', notes: 'y' },
    ]);
  });

  it('refuses the rows that have something in it', async () => {
    expect(await problemsOf('firstName,,notes,\nAda,z,x,\nBo,,y,\nCy,,y,z\n')).toEqual([
      ['column 2: holds a value, but the header does not name it'],
      [],
      ['column 4: holds a value, but the header does not name it'],
    ]);
  });
});

describe('a heading', () => {
  it.each([
    ['firstName,emial\n', /header in line 1:\n {2}emial: is not a field of a lead \(did you mean email\?\)/],
    ['\nfirstName,firstName\n', /header in line 2:\n {2}firstName: appears twice/],
    ['Ada,Lee,ada@example.com\n', /the first row has to name the columns/],
    [
      'firstName,"email\nAda,b',
      /column 2 of its header in line 1 opens a quote in line 1 that is not closed/,
    ],
  ])('is refused with every problem: %j', async (text, problem) => {
    await expect(rowsOf(text)).rejects.toThrow(problem);
  });

  it('is read without invisible characters around its names', async () => {
    expect(await fieldsOf('\u200bfirstName\u00a0, "notes"\nAda,x'.replace(' "notes"', '" notes"'))).toEqual([
      { firstName: 'Ada', notes: 'x' },
    ]);
  });
});
