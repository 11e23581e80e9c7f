import {
  duringTests,
  putTenant,
  startPrivateRedis,
  type PrivateRedis,
  type TestBackends,
} from '@sluice/testing';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { aLead, openGateway, type Gateway } from './gateway.js';

describe('the gateway while Redis is away', () => {
  let redis: PrivateRedis;
  const world = duringTests(async () => {
    redis = await startPrivateRedis();
    return openGateway({ reached: async () => ({ redisUrl: redis.url }) });
  });
  beforeAll(async () => {
    const settings = { rateLimit: { requests: 1_000, perSeconds: 60 } };
    await putTenant(world.stores.tenants, { tenantId: 'alpha', name: 'alpha', settings });
    await redis.stop();
  });

  it('accepts leads and messages, which the sweep enqueues later, and still enforces rate limits', async () => {
    const { status, data, headers } = await world.call('submitLead', { body: aLead() });
    expect(status).toBe(202);
    expect(headers.get('ratelimit')).toMatch(/r=\d+/);
    const submission = await world.alpha.stores.submissions.find(data.submissionId);
    expect(submission?.dueAt).toBeInstanceOf(Date);
    const sms = await world.call('sendSms', {
      body: { leadId: data.leadId, message: 'x', to: '+14155550132' },
    });
    expect(sms.status).toBe(202);
    expect((await world.alpha.stores.effects.find(sms.data.messageId))?.dueAt).toBeInstanceOf(Date);
  });
});

describe('the gateway while MongoDB is away', () => {
  let world: Gateway;
  let road: Road;
  beforeAll(async () => {
    const reached = async ({ mongodbUrl }: Pick<TestBackends, 'mongodbUrl'>) => {
      const url = new URL(mongodbUrl);
      road = await openRoad(Number(url.port), url.hostname);
      url.host = `127.0.0.1:${road.port}`;
      url.searchParams.set('directConnection', 'true');
      return { mongodbUrl: url.href };
    };
    world = await openGateway({ reached });
    await world.call('submitLead', { body: aLead() });
    road.close();
  });
  afterAll(async () => {
    await road.open();
    await world.close();
    road.close();
  });

  it('refuses leads with 503 and Retry-After, and keeps running', async () => {
    const { status, error, headers } = await world.call('submitLead', { body: aLead() });
    expect([status, error?.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    // A load balancer sends no requests to a gateway that is not ready, so its 503 would never be seen.
    expect((await fetch(`${world.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${world.url}/healthz`)).status).toBe(200);
    await road.open();
    expect((await world.call('submitLead', { body: aLead() })).status).toBe(202);
  });
});

interface Road {
  readonly port: number;
  open(): Promise<void>;
  close(): void;
}

/** A TCP proxy to a port on this machine that can be cut. */
async function openRoad(to: number, host: string): Promise<Road> {
  const sockets = new Set<Socket>();
  let port = 0;
  const make = () =>
    createServer((near) => {
      const far = connect(to, host);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => [near, far].forEach((end) => end.destroy()));
      }
      near.pipe(far).pipe(near);
    });
  let server: Server | undefined;
  const open = async (): Promise<void> => {
    if (server?.listening) return;
    server = make();
    await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  };
  await open();
  return {
    port,
    open,
    close() {
      server?.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
  };
}
