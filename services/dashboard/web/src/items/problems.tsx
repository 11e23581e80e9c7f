/** What the server says is wrong with an item, each beside the deepest field that is shown of those that it names. */
import { createContext, useContext, useEffect, type ReactNode } from 'react';
import { createStore, useStore } from 'zustand';
import { deepestName, problemOf, together } from '../components/submit.js';

interface Shown {
  /** Lines of the form `path: problem`. */
  readonly lines: readonly string[];
  /** The names of the fields that are shown. */
  readonly names: ReadonlySet<string>;
}

/** The problems of one form, and which of its fields are shown. */
export type ProblemStore = ReturnType<typeof problemStore>;

export function problemStore() {
  return createStore<Shown>(() => ({ lines: [], names: new Set() }));
}

const Problems = createContext(problemStore());

export function WithProblems({
  store,
  children,
}: {
  readonly store: ProblemStore;
  readonly children: ReactNode;
}) {
  return <Problems value={store}>{children}</Problems>;
}

/** What is wrong with the field of that name, or with a part of it that is no field of its own. */
export function useProblem(name: string): string | undefined {
  const store = useContext(Problems);
  useEffect(() => {
    store.setState(({ names }) => ({ names: new Set([...names, name]) }));
    return () =>
      store.setState(({ names }) => ({ names: new Set([...names].filter((each) => each !== name)) }));
  }, [store, name]);
  return useStore(store, ({ lines, names }) => {
    const own = lines.filter((line) => deepestName(line, names) === name);
    return together(...own.map((line) => problemOf(line, name)));
  });
}

/** The problems that no shown field is named for. */
export function useOtherProblems(store: ProblemStore): readonly string[] {
  const { lines, names } = useStore(store);
  return lines.filter((line) => deepestName(line, names) === undefined);
}

/** Whether a problem names one of these fields or a part of them. */
export function useHasProblem(store: ProblemStore, names: readonly string[]): boolean {
  const asked = new Set(names);
  return useStore(store, ({ lines }) => lines.some((line) => deepestName(line, asked) !== undefined));
}
