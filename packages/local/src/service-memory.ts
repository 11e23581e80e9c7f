/**
 * How a process uses memory. All services have the same settings, because one image starts them all with one command;
 * `npm start` sets them too.
 */

/**
 * V8's bounds, in megabytes: without them, Node on a large machine delays garbage collection for long. The memory
 * reducer collects garbage while a process is idle, and drops compiled code with it: a burst after a quiet minute then
 * costs half as much again.
 *
 * The objects of a lead live about as long as its batch. In a space of 16 MB for young objects, most of them die before
 * V8 moves them among the old ones, so a worker collects garbage less often.
 *
 * The HTTP client parses answers with WebAssembly. V8's optimising compiler takes 38 MB for one function of that parser,
 * and glibc may keep this memory.
 */
export const memoryFlags: readonly string[] = [
  '--max-old-space-size=512',
  '--max-semi-space-size=16',
  '--no-memory-reducer',
  '--no-wasm-tier-up',
  '--no-wasm-dynamic-tiering',
];

/** glibc otherwise gives each of Node's threads a heap of its own, and keeps up to 8 MB of what they freed. */
export const memoryEnvironment = { MALLOC_ARENA_MAX: '2' } as const;
