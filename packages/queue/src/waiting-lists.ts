/**
 * Waiting lists: work that waits for the same thing, such as room at a campaign, in the order in which it came, and is in
 * no batch meanwhile. Any process may put work on a list, and any may release from it; each piece is released once. All
 * of it may be lost: the sweep requeues what is on no list and in no batch.
 *
 * | state of a piece of work | begins when                          | ends when                                        |
 * | ------------------------ | ------------------------------------ | ------------------------------------------------ |
 * | waiting                  | a run of its stage says what it waits for | it is the oldest and there is room: released |
 * | released                 | a batch of it goes to the queue      | its run ends, or a minute passes: on no list     |
 */
import { batchCalls, cachedFor, groupBy } from '@sluice/concurrency';
import type { QueueDefinition } from '@sluice/contracts';
import type { RedisConnection } from '@sluice/process';
import type { Result } from 'ioredis';
import { CHANGE_LIST, FIND_LISTED, RELEASE_LISTED, RELEASED } from './waiting-list-scripts.js';

/** A list of one tenant, by what its work waits for. */
export interface ListName {
  readonly tenantId: string;
  readonly list: string;
}

/** A piece of work on a list: an item of a batch, and since when it waits, milliseconds since the epoch. */
export interface ListedItem {
  readonly item: string;
  readonly sinceMs: number;
}

/** A list, as operators see it. */
export interface WaitingList extends ListName {
  /** How many wait. */
  readonly waiting: number;
  /** Since when the oldest waits, milliseconds since the epoch. */
  readonly sinceMs: number;
}

/** The waiting lists of one queue. Every function rejects when Redis does not answer. */
export interface WaitingLists {
  /** Puts work on a list; work that is on it already keeps its place. */
  add(name: ListName, listed: ListedItem): Promise<void>;
  /** Takes work off a list. */
  remove(name: ListName, item: string): Promise<void>;
  /**
   * Releases the oldest work of a list, as much as there is `room` for beside the work that was released before and has
   * not run to its end. Returns it in order, and how much still waits. The caller adds it to the queue.
   */
  release(
    name: ListName,
    room: number,
  ): Promise<{ readonly released: readonly ListedItem[]; readonly waiting: number }>;
  /** The names of the lists that are not empty. */
  names(): Promise<readonly ListName[]>;
  /** Whether the list was not empty when it was last read, {@link KNOWN_FOR_MS} ago at most. */
  isUsed(name: ListName): Promise<boolean>;
  /** For each item of a tenant, the list that it is on. */
  find(tenantId: string, items: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The lists in which work waits. */
  show(): Promise<readonly WaitingList[]>;
}

interface Change extends ListName {
  readonly item: string;
  /** Absent for work that leaves the list. */
  readonly sinceMs?: number;
}

/** How much of a list is released at once at most. */
const RELEASED_AT_ONCE = 1_024;
/** As often as releasing looks at the lists. */
const KNOWN_FOR_MS = 200;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    sluiceChangeList(...args: (string | number)[]): Result<null, Context>;
    sluiceReleaseListed(...args: (string | number)[]): Result<(string | number)[], Context>;
    sluiceFindListed(...args: (string | number)[]): Result<number[], Context>;
  }
}

/** The key of the hash that has the sizes of a queue's lists. */
export function listsKey({ prefix }: Pick<QueueDefinition, 'prefix'>): string {
  return `${prefix}:lists`;
}

/** The waiting lists of the queue with this prefix. All its keys have the prefix's hash tag. */
export function createWaitingLists(
  connection: RedisConnection,
  queue: Pick<QueueDefinition, 'prefix'>,
): WaitingLists {
  define(connection);
  const lists = listsKey(queue);
  const fieldOf = ({ tenantId, list }: ListName) => `${tenantId}/${list}`;
  const keyOf = (name: ListName) => `${queue.prefix}:list:${fieldOf(name)}`;
  const change = batchCalls<Change, void>(async (changes) => {
    await Promise.all(
      [...groupBy(changes, fieldOf).values()].map((of) => {
        const name = of[0] as Change;
        const args = of.flatMap(({ item, sinceMs = '' }) => [item, sinceMs]);
        return connection.sluiceChangeList(lists, keyOf(name), fieldOf(name), ...args);
      }),
    );
    return changes.map(() => undefined);
  });

  async function names(): Promise<readonly ListName[]> {
    return (await connection.hkeys(lists)).map((field) => {
      const slash = field.indexOf('/');
      return { tenantId: field.slice(0, slash), list: field.slice(slash + 1) };
    });
  }

  const used = cachedFor(KNOWN_FOR_MS, async () => new Set(await connection.hkeys(lists)));

  return {
    add: (name, { item, sinceMs }) => change({ ...name, item, sinceMs }),
    remove: (name, item) => change({ ...name, item }),
    names,
    isUsed: async (name) => (await used()).has(fieldOf(name)),
    async release(name, room) {
      const args = [fieldOf(name), room, RELEASED_AT_ONCE, Date.now()];
      const [waiting, ...found] = await connection.sluiceReleaseListed(lists, keyOf(name), ...args);
      const released: ListedItem[] = [];
      for (let at = 0; at < found.length; at += 2)
        released.push({ item: String(found[at]), sinceMs: Number(found[at + 1]) });
      return { released, waiting: Number(waiting) };
    },
    async find(tenantId, items) {
      const mine = (await names()).filter((name) => name.tenantId === tenantId);
      if (mine.length === 0 || items.length === 0) return new Map();
      const places = await connection.sluiceFindListed(mine.length, ...mine.map(keyOf), ...items);
      return new Map(
        items.flatMap((item, index) => {
          const on = mine[(places[index] ?? 0) - 1];
          return on ? [[item, on.list] as const] : [];
        }),
      );
    },
    async show() {
      const shown = await Promise.all(
        (await names()).map(async (name) => {
          const key = keyOf(name);
          const [waiting, oldest] = await Promise.all([
            connection.zcount(key, '-inf', `(${RELEASED}`),
            connection.zrange(key, '0', '0', 'WITHSCORES'),
          ]);
          return { ...name, waiting, sinceMs: Number(oldest[1]) };
        }),
      );
      return shown.filter(({ waiting }) => waiting > 0);
    },
  };
}

function define(connection: RedisConnection): void {
  if (typeof Reflect.get(connection, 'sluiceFindListed') === 'function') return;
  connection.defineCommand('sluiceChangeList', { numberOfKeys: 2, lua: CHANGE_LIST });
  connection.defineCommand('sluiceReleaseListed', { numberOfKeys: 2, lua: RELEASE_LISTED });
  connection.defineCommand('sluiceFindListed', { lua: FIND_LISTED });
}
