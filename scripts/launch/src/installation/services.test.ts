/** The environment of each process of a running Sluice. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { planServices, planSink, type ServicePlan, type ServicesSetup } from './services.js';

const setup: ServicesSetup = {
  folder: '/data',
  env: {},
  processesOf: () => 1,
  gatewayPort: 3000,
  dashboardPort: 3001,
  usualHealthPorts: true,
  storesOf: () => ({ mongodbUrl: 'mongodb://m', redisUrl: 'redis://r' }),
  encryptionKey: 'key',
  operatorPassword: 'secret',
};

async function plan(more: Partial<ServicesSetup> = {}): Promise<ServicePlan[]> {
  return planServices({ ...setup, ...more });
}

/**
 * Listens on a port. If another process already keeps the port, that also serves the test; if one only probes it, this
 * waits.
 */
async function occupy(port: number): Promise<Server> {
  const server = createServer();
  const giveUpAt = performance.now() + 2_000;
  while (!server.listening && performance.now() < giveUpAt) {
    server.listen(port);
    await once(server, 'listening').catch(() => pause(20));
  }
  return server;
}

describe('the service plan of npm start', () => {
  it('gives every process its own address, also where a default port is in use', async () => {
    const squatter = await occupy(3013);
    try {
      const plans = await plan({ processesOf: (service) => (service === 'delivery' ? 3 : 1) });
      const urls = plans.map(({ healthUrl }) => healthUrl);
      expect(new Set(urls).size).toBe(plans.length);
      expect(urls).not.toContain('http://127.0.0.1:3013');
      expect(plans.map(({ spec }) => spec.name)).toEqual(
        expect.arrayContaining(['delivery', 'delivery-2', 'delivery-3']),
      );
    } finally {
      squatter.close();
    }
  });

  it('gives gateway and dashboard a health port beside their public one', async () => {
    const plans = await plan({ gatewayPort: 8080, dashboardPort: 8081 });
    for (const name of ['gateway', 'dashboard']) {
      const { healthUrl, spec } = plans.find(({ service }) => service === name)!;
      expect(healthUrl).toBe(`http://127.0.0.1:${spec.env['HEALTH_PORT']}`);
      expect(healthUrl).not.toMatch(/:808[01]$/);
    }
  });

  it('passes the first administrator to the dashboard only', async () => {
    const reported = (await plan({ env: { OPERATOR_PASSWORD: 'typed', OPERATOR_EMAIL: 'a@b.c' } })).filter(
      ({ spec }) => spec.env['OPERATOR_PASSWORD'] ?? spec.env['OPERATOR_EMAIL'],
    );
    expect(reported.map(({ service, spec }) => [service, spec.env['OPERATOR_EMAIL']])).toEqual([
      ['dashboard', 'operator@sluice.localhost'],
    ]);
  });

  it('allows outbound calls to this machine by default, and keeps any configured value, even an empty one', async () => {
    const allowed = async (env: NodeJS.ProcessEnv): Promise<string | undefined> =>
      (await plan({ env }))[0]?.spec.env['OUTBOUND_ALLOW'];
    expect(await allowed({})).toBe('127.0.0.0/8,::1/128');
    expect(await allowed({ OUTBOUND_ALLOW: '' })).toBe('');
    expect(await allowed({ OUTBOUND_ALLOW: '10.0.0.0/8' })).toBe('10.0.0.0/8');
  });

  it('passes on other variables of the environment', async () => {
    const [gateway] = await plan({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel' } });
    expect(gateway?.spec.env['OTEL_EXPORTER_OTLP_ENDPOINT']).toBe('http://otel');
  });

  it('has several processes of the gateway listen on one port', async () => {
    const gateways = await plan({ processesOf: (service) => (service === 'gateway' ? 2 : 0) });
    expect(gateways.map(({ spec }) => spec.tiedBy)).toEqual(['shared-port', 'shared-port']);
  });
});

it('the service plan omits a service with zero processes', async () => {
  const plans = await plan({ processesOf: (service) => (service === 'sms' ? 0 : 1) });
  expect(plans.map(({ service }) => service)).not.toContain('sms');
});

it('each run of a process gets newly computed environment variables', async () => {
  let runs = 0;
  const [gateway] = await plan({ envOfRun: (name) => ({ FAILPOINT: `${name}:${(runs += 1)}` }) });
  expect(gateway?.spec.envOfRun?.()).toEqual({ FAILPOINT: 'gateway:1' });
  expect(gateway?.spec.envOfRun?.()).toEqual({ FAILPOINT: 'gateway:2' });
});

it('the demo’s mailbox is the mail server of the installation, unless the person has one', async () => {
  const mailOf = async (more: Partial<ServicesSetup>) => {
    const [{ spec } = { spec: undefined }] = await plan(more);
    return [spec?.env['SMTP_URL'], spec?.env['MAIL_FROM']];
  };
  expect(await mailOf({ mailboxPort: 4925 })).toEqual(['smtp://127.0.0.1:4925', 'sluice@sluice.localhost']);
  expect(await mailOf({})).toEqual([undefined, undefined]);
  const own = { SMTP_URL: 'smtps://mail.example:465', MAIL_FROM: 'ada@example.com' };
  expect(await mailOf({ mailboxPort: 4925, env: own })).toEqual([own.SMTP_URL, own.MAIL_FROM]);
});

it('the demo buyer gets its configured port', () => {
  expect(planSink({ folder: '/data', env: {}, port: 4900 }).env['SINK_PORT']).toBe('4900');
});
