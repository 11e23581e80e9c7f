import { startPrivateRedis, eventually, linkToMongo, type MongoLink } from '@sluice/testing';
import { buyerServices, type ServiceName } from '@sluice/local';
import { countsAtRest, leadBody, submit } from '../installation/affiliate.js';
import { startInstallation, type Installation } from '../installation/installation.js';

let installation: Installation;
let mongodbLink: MongoLink;
beforeAll(async () => {
  installation = await startInstallation({
    services: buyerServices,
    apart: ['gateway', 'routing'],
    servicesReach: async (mongodbUrl) => (mongodbLink = await linkToMongo(mongodbUrl)).url,
    env: { SWEEP_AFTER_SECONDS: '5' },
  });
}, 90_000);
afterAll(async () => {
  await installation.stop();
  await mongodbLink.close();
}, 60_000);

interface Readyz {
  readonly ready: boolean;
  readonly because?: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

const ask = async (service: ServiceName, path: string) => fetch(`${installation.healthUrl(service)}${path}`);
const readyz = async (service: ServiceName) => (await (await ask(service, '/readyz')).json()) as Readyz;

/** Ends a service; returns a function that restarts it and resolves once it is ready. */
async function end(service: ServiceName): Promise<void> {
  installation.signal(service, 'SIGTERM');
  await installation.ended(service);
}

async function deliversAgain(): Promise<void> {
  // A gateway that lost its store checks every second whether it is available again.
  const receipt = await eventually('leads are accepted again', () =>
    submit(installation, leadBody(Math.floor(Math.random() * 1_000_000))).catch(() => undefined),
  );
  expect(await countsAtRest(installation, [receipt], 60_000)).toEqual({ delivered: 1 });
}

describe.each(['gateway', 'routing'] as const)(
  'a process that starts while MongoDB is down (%s)',
  (service) => {
    it('is alive and not ready, reports why, and starts by itself when MongoDB is available', async () => {
      await end(service);
      mongodbLink.become('cut');
      const logBefore = installation.log(service).length;
      const readyAgain = installation.restart(service);
      try {
        const seen = await eventually('it reports why it waits', async () => {
          const receipt = await readyz(service).catch(() => undefined);
          return receipt?.dependencies['mongodb'] === 'away' && receipt.because !== 'starting'
            ? receipt
            : undefined;
        });
        expect(seen.ready).toBe(false);
        expect(seen.because).toBe('mongodb does not answer');
        expect((await ask(service, '/readyz')).status).toBe(503);
        expect((await ask(service, '/healthz')).status).toBe(200);
        expect(await (await ask(service, '/metrics')).text()).toMatch(
          /sluice_dependency_up\{dependency="mongodb",service="\w+"\} 0/,
        );
        if (service === 'gateway') {
          const answer = await fetch(`${installation.url}/api/v1/leads`, { headers: { 'X-API-Key': 'any' } });
          expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true]);
          expect(await answer.json()).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } });
          const outside = await fetch(`${installation.url}/readyz`);
          expect([outside.status, await outside.json()]).toEqual([503, { ready: false }]);
        }
        // Several attempts log a single line.
        await new Promise((resolve) => setTimeout(resolve, 8_000));
        const said = installation.log(service).slice(logBefore).split('"waiting to begin"').length - 1;
        expect(said).toBe(1);
      } finally {
        mongodbLink.become('open');
      }
      await readyAgain;
      // The gateway is ready without its stores, so its watch may see them a moment later.
      await eventually(`${service} sees MongoDB`, async () => {
        const { ready, dependencies } = await readyz(service);
        return ready && dependencies['mongodb'] === 'up';
      });
      await deliversAgain();
    }, 120_000);
  },
);

describe('a worker that starts while Redis is down', () => {
  it('is alive and not ready, reports why, and starts by itself when Redis is available', async () => {
    await end('routing');
    const redis = await startPrivateRedis();
    await redis.stop();
    const readyAgain = installation.restart('routing', { REDIS_URL: redis.url });
    await eventually('it reports why it waits', async () => {
      const receipt = await readyz('routing').catch(() => undefined);
      return receipt?.because === 'redis does not answer' && receipt.dependencies['redis'] === 'away';
    });
    expect((await ask('routing', '/healthz')).status).toBe(200);
    const back = await startPrivateRedis({ port: Number(new URL(redis.url).port) });
    try {
      await readyAgain;
      expect(await readyz('routing')).toMatchObject({ ready: true });
      await end('routing');
    } finally {
      await back.stop();
    }
    await installation.restart('routing');
    await deliversAgain();
  }, 120_000);
});

describe('a running gateway', () => {
  it('stays ready while MongoDB is away, answers 503 itself, and names the store on its internal port only', async () => {
    mongodbLink.become('cut');
    try {
      await eventually('the gateway notices that MongoDB is unavailable', async () => {
        const receipt = await readyz('gateway');
        return receipt.dependencies['mongodb'] === 'away';
      });
      expect(await readyz('gateway')).toMatchObject({ ready: true });
      const outside = await fetch(`${installation.url}/readyz`);
      expect([outside.status, await outside.json()]).toEqual([200, { ready: true }]);
      // Each process checks for itself, every two seconds.
      await eventually('a worker reports it too', async () => {
        const receipt = await readyz('routing');
        return receipt.because === 'mongodb does not answer' && !receipt.ready;
      });
      const answer = await fetch(`${installation.url}/api/v1/leads/submit`, {
        method: 'POST',
        headers: { 'X-API-Key': installation.apiKey, 'Content-Type': 'application/json' },
        body: JSON.stringify(leadBody(7)),
      });
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ success: false, error: { code: 'SERVICE_UNAVAILABLE' } });
    } finally {
      mongodbLink.become('open');
    }
    await deliversAgain();
  }, 60_000);
});

describe('a process on an outdated database schema', () => {
  it.each(['gateway', 'routing'] as const)(
    'is not ready and reports what to do, until the database is migrated (%s)',
    async (service) => {
      const another = new URL(installation.backends.mongodbUrl);
      another.pathname = `/behind_${service}`;
      await end(service);
      const readyAgain = installation.restart(service, { MONGODB_URL: another.href });
      await eventually('it reports the remedy', async () =>
        (await readyz(service).catch(() => undefined))?.because?.endsWith('run `sluice migrate`'),
      );
      expect((await ask(service, '/healthz')).status).toBe(200);
      expect((await installation.sluice(['migrate'], { MONGODB_URL: another.href })).code).toBe(0);
      await readyAgain;
      await end(service);
      await installation.restart(service);
    },
    120_000,
  );
});
