import { clockFindings } from './server-findings.js';

const problems = (clockAheadMs: number) => clockFindings({ clockAheadMs }).map(({ problem }) => problem);

describe("the doctor's check of MongoDB's server", () => {
  it('finds nothing while its clock agrees', () => {
    expect(problems(0)).toEqual([]);
    expect(problems(-5_000)).toEqual([]);
  });

  it.each([60_000, -60_000])('reports a clock that is %d ms ahead', (ahead) => {
    expect(problems(ahead)).toEqual(['The clocks of this machine and of MongoDB are 60 s apart.']);
  });
});
