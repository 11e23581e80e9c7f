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
    closings.push(() => opened && ('close' in opened ? opened.close() : opened.stop()));
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
