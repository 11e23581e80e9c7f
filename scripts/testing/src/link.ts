/**
 * A TCP proxy between one process and one store that simulates network faults: connections that are cut, stalled, or
 * dead on one side only.
 */
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/**
 * The behaviour of a link. `open`: forwards everything. `slow`: delays answers. `cut`: resets all connections,
 * including new ones. `stalled`: keeps sent data and forwards it later. `half_open`: drops sent data and returns
 * nothing, while both ends believe that they are connected; afterwards, those connections are reset.
 */
export type LinkState = 'open' | 'slow' | 'cut' | 'stalled' | 'half_open';

/** A link whose state can be changed while it is in use. */
export interface Link {
  readonly port: number;
  readonly state: LinkState;
  become(state: LinkState): void;
  close(): Promise<void>;
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  /** Delays answers. A connection that was slow once keeps it, so that no answer overtakes an earlier one. */
  delay?: Transform;
}

const SLOW_BY_MS = 400;

/** Opens a link on 127.0.0.1:`port` (0: any port) to 127.0.0.1:`target`. */
export async function openLink(target: number, port = 0): Promise<Link> {
  const pairs = new Set<Pair>();
  let state: LinkState = 'open';

  const server = createServer({ noDelay: true }, (near) => {
    if (state === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const pair: Pair = { near, far: connect({ port: target, host: '127.0.0.1', noDelay: true }) };
    pairs.add(pair);
    for (const end of [near, pair.far]) {
      end.on('error', () => undefined);
      end.on('close', () => {
        pairs.delete(pair);
        near.destroy();
        pair.far.destroy();
      });
    }
    put(pair, state, () => state);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });

  return {
    port: (server.address() as { port: number }).port,
    get state() {
      return state;
    },
    become(next) {
      const wasHalfOpen = state === 'half_open';
      state = next;
      for (const pair of [...pairs]) {
        if (next === 'cut' || wasHalfOpen) pair.near.resetAndDestroy();
        else put(pair, next, () => state);
      }
    },
    async close() {
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
      await new Promise((done) => server.close(done));
    },
  };
}

/** A link to a database, with the database's address through it. */
export interface MongoLink extends Link {
  readonly url: string;
}

/** Opens a link to the MongoDB at `mongodbUrl`. */
export async function linkToMongo(mongodbUrl: string): Promise<MongoLink> {
  const url = new URL(mongodbUrl);
  const link = await openLink(Number(url.port));
  url.port = String(link.port);
  // The members of a replica set would report each other, and the driver would bypass the link.
  if (url.searchParams.has('replicaSet')) {
    url.searchParams.delete('replicaSet');
    url.searchParams.set('directConnection', 'true');
  }
  return Object.assign(link, { url: url.href });
}

function put(pair: Pair, state: LinkState, stateNow: () => LinkState): void {
  const { near, far } = pair;
  near.unpipe(far);
  far.unpipe();
  if (state === 'open' || state === 'slow') {
    near.pipe(far);
    if (state === 'slow') pair.delay ??= delayed(near, stateNow);
    far.pipe(pair.delay ?? near);
    return;
  }
  near.pause();
  far.pause();
  // Reading without a listener discards the data, so that the sender sees an empty buffer and a live peer.
  if (state === 'half_open') near.resume();
}

function delayed(near: Socket, stateNow: () => LinkState): Transform {
  const delay = new Transform({
    transform(chunk, _encoding, passOn) {
      setTimeout(() => passOn(null, chunk), stateNow() === 'slow' ? SLOW_BY_MS : 0);
    },
  });
  delay.pipe(near);
  return delay;
}
