import { csvPart, type CsvColumns } from './csv.js';

const columns: CsvColumns<{ readonly name?: string; readonly amount: number }> = {
  name: ({ name }) => name,
  amount: ({ amount }) => amount,
};

describe('a table as CSV', () => {
  it('is its parts one after the other, of which the first has the headings and the mark', () => {
    const first = csvPart(columns, [{ name: 'Ada', amount: 1 }], { isFirst: true, bom: true });
    const second = csvPart(columns, [{ amount: -2.5 }], { isFirst: false, bom: true });
    expect(first + second).toBe('\uFEFFname,amount\r\nAda,1\r\n,-2.5\r\n');
  });

  it('quotes what would break a line, and lets no text be run as a formula', () => {
    const rows = [
      { name: 'a "b", c\nd', amount: 1 },
      { name: '=SUM(A1)', amount: 2 },
      { name: '\t=1', amount: 3 },
      { name: '\r=1', amount: 4 },
      { name: '\n=1', amount: 5 },
      { name: 'Ada;=SUM(A1);+1;-1; x;@y', amount: 6 },
      { name: 'a;b - c\nd=e', amount: 7 },
    ];
    expect(csvPart(columns, rows, { isFirst: false })).toBe(
      '"a ""b"", c\nd",1\r\n\'=SUM(A1),2\r\n\'\t=1,3\r\n"\'\r\'=1",4\r\n"\'\n\'=1",5\r\n' +
        "Ada;'=SUM(A1);'+1;'-1; x;'@y,6\r\n\"a;b - c\nd=e\",7\r\n",
    );
  });
});
