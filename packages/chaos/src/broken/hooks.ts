/** Node's hooks that change a compiled file while it is loaded. */
import type { InitializeHook, LoadHook } from 'node:module';
import type { Breakage } from '../options.js';
import { concerns, mutated, mutations, type Mutation } from './break-build.js';

let mutation: Mutation | undefined;

/** Receives the breakage to apply. */
export const initialize: InitializeHook<{ readonly broken: Breakage }> = ({ broken }) => {
  mutation = mutations[broken];
};

/** Passes every module on unchanged, except for the one to break. */
export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context);
  if (!mutation || !concerns(mutation, url)) return loaded;
  const { source } = loaded;
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
  return { ...loaded, source: mutated(mutation, text) };
};
