import { createWaitRoom } from './wait-room.js';

const KB = 1024;

describe('the room for requests that wait', () => {
  it('is bounded for one tenant, and another tenant still finds room', () => {
    const enter = createWaitRoom(100 * KB, 20 * KB);
    const of = (tenantId: string) =>
      Array.from({ length: 9 }, () => enter(tenantId, KB)).filter(Boolean).length;
    expect([of('noisy'), of('quiet')]).toEqual([4, 4]);
  });

  it('is bounded for all tenants together', () => {
    const enter = createWaitRoom(20 * KB, 20 * KB);
    expect(['a', 'b', 'c', 'd', 'e'].map((tenantId) => enter(tenantId, KB) !== undefined)).toEqual([
      ...[true, true, true, true],
      false,
    ]);
  });

  it('is free again for whoever comes next once a place is given back', () => {
    const enter = createWaitRoom(5 * KB, 5 * KB);
    const leave = enter('a', KB);
    expect(enter('a', KB)).toBeUndefined();
    leave?.();
    expect(enter('b', KB)).toBeDefined();
  });

  it('may count requests instead of bytes', () => {
    const enter = createWaitRoom(3, 2, 1);
    expect(['a', 'a', 'a', 'b', 'b'].map((tenantId) => enter(tenantId, 0) !== undefined)).toEqual([
      ...[true, true, false],
      ...[true, false],
    ]);
  });

  it('takes no request whose body alone is larger', () => {
    expect(createWaitRoom(100 * KB, 20 * KB)('a', 20 * KB)).toBeUndefined();
  });
});
