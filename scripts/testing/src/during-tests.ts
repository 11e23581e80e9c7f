/** What tests of one file share: it is opened before them and closed after them. */

/** What a test can open: something that is closed, or that is stopped. */
type Open = { close(): unknown } | { stop(): unknown };

/** Closes what the current file has opened and not yet closed. */
const closings: (() => unknown)[] = [];

/**
 * Opens something before the tests of this file, or of this `describe`, and closes it after them: what was opened last,
 * first. What is returned stands for it: hooks and tests may use it, but not code that runs while tests are collected.
 */
export function duringTests<T extends Open>(open: () => Promise<T>): T {
  let opened: T | undefined;
  beforeAll(async () => {
    closings.push(() => opened && ('close' in opened ? opened.close() : opened.stop()));
    opened = await open();
  });
  afterAll(async () => {
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
