import type { EngineLibrary } from './engine-library.js';
import { MAX_PARALLEL_COMMANDS } from './engine-messages.js';
import { openEngine } from './native-engine.js';

const command = { database: 'test', document: Buffer.alloc(5) };

/** A library whose commands end when the test says so, in the order of their start. */
function heldLibrary() {
  const running: (() => void)[] = [];
  const events: string[] = [];
  let sessions = 0;
  const library: EngineLibrary = {
    initialize: () => {},
    open: () => 1n,
    openSession() {
      const name = `session ${++sessions}`;
      return {
        async run() {
          await new Promise<void>((resolve) => running.push(resolve));
          return Buffer.from(name);
        },
        close: () => events.push(`closed ${name}`),
      };
    },
    close: () => events.push('closed'),
  };
  return { library, running, events, opened: () => sessions };
}

const turn = () => new Promise(setImmediate);

describe('openEngine', () => {
  it('uses one session again for commands one after another', async () => {
    const { library, running, opened } = heldLibrary();
    const engine = openEngine(library, '/data');
    for (let n = 0; n < 3; n += 1) {
      const reply = engine.run(command);
      await turn();
      running.shift()?.();
      expect((await reply).toString()).toBe('session 1');
    }
    expect(opened()).toBe(1);
  });

  it('lets commands wait while as many run as there are threads, and gives them the next free session', async () => {
    const { library, running, opened } = heldLibrary();
    const engine = openEngine(library, '/data');
    const replies = Array.from({ length: MAX_PARALLEL_COMMANDS + 2 }, () => engine.run(command));
    await turn();
    expect(running).toHaveLength(MAX_PARALLEL_COMMANDS);
    running.splice(0, 2).forEach((end) => end());
    await turn();
    expect(running).toHaveLength(MAX_PARALLEL_COMMANDS);
    running.splice(0).forEach((end) => end());
    expect((await Promise.all(replies)).slice(-2).map(String)).toEqual(['session 1', 'session 2']);
    expect(opened()).toBe(MAX_PARALLEL_COMMANDS);
  });

  it('closes once the running commands have ended, and runs none afterwards', async () => {
    const { library, running, events } = heldLibrary();
    const engine = openEngine(library, '/data');
    const reply = engine.run(command);
    await turn();
    const closed = engine.close();
    await expect(engine.run(command)).rejects.toThrow('the engine is being closed');
    await turn();
    expect(events).toEqual([]);
    running.shift()?.();
    await reply;
    await closed;
    expect(events).toEqual(['closed session 1', 'closed']);
    await expect(engine.run(command)).rejects.toThrow('the engine is being closed');
  });

  it('passes on why the engine opens no session, and tries again for the next command', async () => {
    const { library, running } = heldLibrary();
    let fails = true;
    const engine = openEngine(
      {
        ...library,
        openSession(handle) {
          if (fails) throw new Error('too many sessions');
          return library.openSession(handle);
        },
      },
      '/data',
    );
    await expect(engine.run(command)).rejects.toThrow('too many sessions');
    fails = false;
    const reply = engine.run(command);
    await turn();
    running.shift()?.();
    expect((await reply).toString()).toBe('session 1');
  });
});
