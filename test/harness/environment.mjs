/**
 * Runs test files in the realm of their jest worker instead of one realm per file, so that Node loads the product and
 * its libraries once per worker (transform.mjs) and keeps their compiled code, and `instanceof` holds between a test
 * and what it tests. Each test file is still a module of its own; what it changes in `process.env` and among the
 * globals is undone when it ends.
 */
import asyncHooks from 'node:async_hooks';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { ModuleMocker } from 'jest-mock';
import { takeTurn } from './machine-turns.mjs';

const require = createRequire(import.meta.url);

/** Stands for the worker's own realm where jest requires the realm of a test file. */
const ownRealm = vm.createContext();
const { compileFunction } = vm;
/** By file: jest loads its framework anew for each test file, and need not compile it anew in the same realm. */
const compiled = new Map();
vm.compileFunction = (code, params, options) => {
  if (options?.parsingContext !== ownRealm) return compileFunction(code, params, options);
  const known = compiled.get(options.filename);
  if (known?.code === code) return known.wrapper;
  const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const wrapper = compileFunction(code, params, {
    ...options,
    importModuleDynamically,
    parsingContext: undefined,
  });
  compiled.set(options.filename, { code, wrapper });
  return wrapper;
};

/** What the current test file, and the framework that jest loads anew for each file, created. */
const storages = new Set();
asyncHooks.AsyncLocalStorage = class extends asyncHooks.AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    storages.add(this);
  }
};

/** The file that `import` loads of the library whose main file for `require` is `file`: the product imports. */
function asImported(file) {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  const isMain = name !== undefined && mainFile(name) === file;
  return isMain ? fileURLToPath(import.meta.resolve(name)) : file;
}

function mainFile(name) {
  try {
    return require.resolve(name);
  } catch {
    // A library without a main file, or that other libraries alone can see.
    return undefined;
  }
}

export default class OwnRealmEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;
  #endTurn = () => undefined;
  #exit = process.exit;
  #env = { ...process.env };
  #globals = Object.getOwnPropertyDescriptors(globalThis);

  getVmContext() {
    return ownRealm;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  async setup() {
    this.#endTurn = await takeTurn();
    // What transform.mjs makes of the product's and the libraries' files calls this. It is absent while jest loads its
    // own modules, which must stay as they are.
    globalThis.requireByNode = (file) => require(asImported(file));
  }

  async teardown() {
    // Node 20 propagates each storage that was ever used to each new promise.
    for (const storage of storages) storage.disable();
    storages.clear();
    process.exit = this.#exit;
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
    for (const key of Reflect.ownKeys(globalThis)) {
      if (!(key in this.#globals)) Reflect.deleteProperty(globalThis, key);
    }
    Object.defineProperties(globalThis, this.#globals);
    this.#endTurn();
  }
}
