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

/** Jest asks in which realm a test file runs, and gets this one. Code for it is compiled for the worker's own realm. */
const ownRealm = vm.createContext();
const { compileFunction } = vm;
/** The compiled code by file. Jest loads its framework anew for each test file, but compiles it only once. */
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

/** The storages that the current test file and its copy of jest's framework created; `teardown` disables them. */
const storages = new Set();
// Defined and not assigned, because from Node 24 on it is a getter.
const { AsyncLocalStorage } = asyncHooks;
Object.defineProperty(asyncHooks, 'AsyncLocalStorage', {
  configurable: true,
  value: class extends AsyncLocalStorage {
    constructor(...options) {
      super(...options);
      storages.add(this);
    }
  },
});

/**
 * Returns `file`. If it is the main file of a library for `require`, returns the one for `import` instead, because the
 * product imports its libraries.
 */
function asImported(file) {
  const [, library] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  try {
    return library && require.resolve(library) === file ? fileURLToPath(import.meta.resolve(library)) : file;
  } catch {
    // The library has no main file, or only other libraries can find it.
    return file;
  }
}

export default class OwnRealmEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;
  #fillsMachine;
  #endTurn = () => undefined;
  #exit = process.exit;
  #env = { ...process.env };
  #globals = Object.getOwnPropertyDescriptors(globalThis);

  /** A file says `@jest-environment-options {"fillsMachine": true}` in its first comment. */
  constructor({ projectConfig }) {
    this.#fillsMachine = projectConfig.testEnvironmentOptions.fillsMachine === true;
  }

  getVmContext() {
    return ownRealm;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  async setup() {
    this.#endTurn = await takeTurn({ fillsMachine: this.#fillsMachine });
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
