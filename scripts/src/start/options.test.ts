/** The environment of `npm start`, as it is parsed. */
import { resolve } from 'node:path';
import { readStartOptions } from './options.js';

describe('the options of npm start', () => {
  it('default to the documented ports and addresses', () => {
    expect(readStartOptions({})).toMatchObject({
      gatewayUrl: 'http://127.0.0.1:3000',
      dashboardUrl: 'http://127.0.0.1:3001',
      sinkUrl: 'http://127.0.0.1:4800',
      sinkPort: 4800,
      mailboxPort: 4825,
      workers: { gateway: 1, delivery: 1, dashboard: 1 },
    });
  });

  it('plan no demo buyer when SINK_URL names other buyers', () => {
    expect(readStartOptions({ SINK_URL: 'http://127.0.0.1:9' })).toMatchObject({
      sinkPort: undefined,
      mailboxPort: undefined,
      sinkUrl: 'http://127.0.0.1:9',
    });
  });

  it('resolve folders and files relative to the directory of the command', () => {
    const { dataDir, tenantFile } = readStartOptions({ DATA_DIR: 'data', TENANT_FILE: 'mine.yaml' });
    expect([dataDir, tenantFile]).toEqual([resolve('data'), resolve('mine.yaml')]);
  });

  it('include the number of processes of each service', () => {
    const { workers } = readStartOptions({ WORKERS_DELIVERY: '3', WORKERS_GATEWAY: '2' });
    expect(workers).toMatchObject({ delivery: 3, gateway: 2, routing: 1 });
  });

  it.each([
    ['PORT', 'http'],
    ['DASHBOARD_PORT', '0'],
    ['SINK_PORT', '70000'],
    ['WORKERS_SMS', '-1'],
    ['WORKERS_SMS', '1.5'],
  ])('refuse %s=%s in one sentence that names the variable', (variable, value) => {
    expect(() => readStartOptions({ [variable]: value })).toThrow(`${variable} is "${value}", but must be`);
  });

  it('refuse one port for two purposes', () => {
    expect(() => readStartOptions({ PORT: '3001' })).toThrow('PORT and DASHBOARD_PORT are both 3001');
  });
});
