/** What tests of one file share: it is opened before them and closed after them. */

/** What a test can open: something that is closed, or that is stopped. */
type Open = { close(): unknown } | { stop(): unknown };

/**
 * Opens something before the tests of this file, or of this `describe`, and closes it after them: what was opened last,
 * first. What is returned stands for it: hooks and tests may use it, but not code that runs while tests are collected.
 * The file's own `afterAll` runs later, so what needs a world is ended by its `onClose`.
 */
export function duringTests<T extends Open>(open: () => Promise<T>): T {
  return openBetween(beforeAll, afterAll, open);
}

/** The same before and after each test. */
export function duringEachTest<T extends Open>(open: () => Promise<T>): T {
  return openBetween(beforeEach, afterEach, open);
}

/**
 * A test that opens something for itself and closes it afterwards, so that it may run beside others
 * (`it.concurrent('…', withItsOwn(openWorld, async (world) => …))`). A row of a table follows what was opened. Without
 * `privateRedis` those of one file share a Redis, which is emptied whenever one of them is opened or closed.
 */
export function withItsOwn<T extends Open, Row extends unknown[] = []>(
  open: () => Promise<T>,
  test: (opened: T, ...row: Row) => Promise<void>,
): (...row: Row) => Promise<void> {
  return async (...row) => {
    const opened = await open();
    try {
      await test(opened, ...row);
    } finally {
      await end(opened);
    }
  };
}

function end(opened: Open): unknown {
  return 'close' in opened ? opened.close() : opened.stop();
}

/** Closes what the current file has opened and not yet closed. */
const closings: (() => unknown)[] = [];

function openBetween<T extends Open>(
  before: typeof beforeAll,
  after: typeof afterAll,
  open: () => Promise<T>,
): T {
  let opened: T | undefined;
  before(async () => {
    opened = undefined;
    closings.push(() => opened && end(opened));
    opened = await open();
  });
  after(async () => {
    await closings.pop()?.();
  });
  const isOpen = (): T => {
    if (!opened) throw new Error('It is opened before the first test, and can be used only from then on.');
    return opened;
  };
  return new Proxy({} as T, {
    get: (_, name) => {
      const member: unknown = Reflect.get(isOpen(), name);
      return typeof member === 'function' ? (member.bind(opened) as unknown) : member;
    },
    set: (_, name, value) => Reflect.set(isOpen(), name, value),
  });
}
