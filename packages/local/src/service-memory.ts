/** How a service uses memory. `npm start` sets this, and the images are compared with it. */
import type { ServiceName } from './service-names.js';

/**
 * V8's bounds, in megabytes: without them, Node on a large machine delays garbage collection for long. The memory
 * reducer collects garbage while a process is idle, and drops compiled code with it: a burst after a quiet minute then
 * costs half as much again.
 */
const everyService = ['--max-old-space-size=512', '--no-memory-reducer'];

/**
 * The objects of a lead live about as long as its batch. In a space of 16 MB for young objects, most of them die before
 * V8 moves them among the old ones, so a worker collects garbage less often.
 *
 * The HTTP client parses answers with WebAssembly. V8's optimising compiler takes 38 MB for one function of that parser,
 * and glibc may keep this memory.
 */
const worker = ['--max-semi-space-size=16', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/** Gateway and dashboard hold little from one request to the next: a larger space would gain them nothing. */
const server = ['--max-semi-space-size=8'];

/** The flags for Node that decide how a service uses memory. */
export function memoryFlags(service: ServiceName): string[] {
  return [...everyService, ...(service === 'gateway' || service === 'dashboard' ? server : worker)];
}

/** glibc otherwise gives each of Node's threads a heap of its own, and keeps up to 8 MB of what they freed. */
export const memoryEnvironment = { MALLOC_ARENA_MAX: '2' } as const;
