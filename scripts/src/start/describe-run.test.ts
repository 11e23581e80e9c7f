import type { ServiceName } from '@sluice/local';
import { describeRun } from './describe-run.js';
import type { StartOptions } from './options.js';

const processOf = (service: ServiceName, port: number) =>
  ({ service, healthUrl: `http://127.0.0.1:${port}`, process: { pid: port } }) as never;

it('run.json has the health port of every process, of which any may measure the installation', () => {
  const store = { url: 'redis://127.0.0.1:1' } as never;
  const services = [processOf('delivery', 1), processOf('delivery', 2), processOf('routing', 3)];
  const run = describeRun(
    {} as StartOptions,
    { services, others: [], stores: [] },
    {
      tenantId: 'demo',
      apiKey: '',
      adminKey: '',
      operatorEmail: '',
      operatorPassword: '',
      mongodb: store,
      redis: store,
    },
  );
  expect(run.healthOfAll).toMatchObject({
    delivery: ['http://127.0.0.1:1', 'http://127.0.0.1:2'],
    routing: ['http://127.0.0.1:3'],
    sms: [],
  });
  expect(run.health).toMatchObject({ delivery: 'http://127.0.0.1:1', routing: 'http://127.0.0.1:3' });
  expect(run.services).toMatchObject({ delivery: [1, 2], routing: [3] });
});
