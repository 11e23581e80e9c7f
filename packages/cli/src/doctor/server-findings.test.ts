import { serverFindings } from './server-findings.js';

const disk = (usedBytes: number) => ({ usedBytes, totalBytes: 1_000 });
const problems = (clockAheadMs: number, usedBytes?: number) =>
  serverFindings({ clockAheadMs }, usedBytes === undefined ? undefined : disk(usedBytes)).map(
    ({ problem }) => problem,
  );

describe("the doctor's check of MongoDB's server", () => {
  it('finds nothing while its disk has room and its clock agrees, nor for a server that does not report its disk', () => {
    expect(problems(0, 850)).toEqual([]);
    expect(problems(-5_000)).toEqual([]);
  });

  it('reports a disk that is nearly full', () => {
    expect(problems(0, 860)).toEqual(["MongoDB's disk is 86 % full."]);
  });

  it.each([60_000, -60_000])('reports a clock that is %d ms ahead', (ahead) => {
    expect(problems(ahead, 1)).toEqual(['The clocks of this machine and of MongoDB are 60 s apart.']);
  });
});
