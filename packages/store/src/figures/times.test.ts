import { addTimes, bucketOf, quantileMs, type Times } from './times.js';

function timesOf(milliseconds: readonly number[]): Times {
  return addTimes(milliseconds.map((ms) => ({ [bucketOf(ms)]: 1 })));
}

describe('time histograms', () => {
  it('give the quantiles of evenly spread times with an error of at most an eighth', () => {
    for (const scale of [10, 1_000, 100_000]) {
      const spread = Array.from({ length: 1_000 }, (_, index) => ((index + 1) * scale) / 100);
      const times = timesOf(spread);
      for (const quantile of [0.5, 0.95]) {
        const exact = quantile * scale * 10;
        expect(Math.abs((quantileMs(times, quantile) ?? 0) - exact) / exact).toBeLessThan(0.125);
      }
    }
  });

  it('give the same result for a sum of minutes as for all its times at once', () => {
    const [one, other] = [timesOf([5, 80, 90, 2_000]), timesOf([7, 7, 60_000])];
    expect(addTimes([one, other])).toEqual(timesOf([5, 80, 90, 2_000, 7, 7, 60_000]));
  });

  it('give no quantile without any times', () => {
    expect(quantileMs({}, 0.5)).toBeUndefined();
  });

  it('put whatever takes longer than all buckets into the last', () => {
    expect(bucketOf(1e12)).toBe(bucketOf(1e15));
    expect(bucketOf(0)).toBe(0);
  });
});
