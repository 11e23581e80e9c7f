/** What `npm start` understands from its environment. */
import { resolve } from 'node:path';
import { readStartOptions } from './options.js';

describe('readStartOptions', () => {
  it('knows the documented ports and addresses when nothing is set', () => {
    expect(readStartOptions({})).toMatchObject({
      gatewayUrl: 'http://127.0.0.1:3000',
      dashboardUrl: 'http://127.0.0.1:3001',
      sinkUrl: 'http://127.0.0.1:4800',
      sinkPort: 4800,
      workers: { gateway: 1, delivery: 1, dashboard: 1 },
    });
  });

  it('starts no demo buyer when SINK_URL says where the buyers are', () => {
    expect(readStartOptions({ SINK_URL: 'http://127.0.0.1:9' })).toMatchObject({
      sinkPort: undefined,
      sinkUrl: 'http://127.0.0.1:9',
    });
  });

  it('takes folders and files relative to where the command was typed', () => {
    const { dataDir, tenantFile } = readStartOptions({ DATA_DIR: 'data', TENANT_FILE: 'mine.yaml' });
    expect([dataDir, tenantFile]).toEqual([resolve('data'), resolve('mine.yaml')]);
  });

  it('reads the number of processes of each service', () => {
    const { workers } = readStartOptions({ WORKERS_DELIVERY: '3', WORKERS_GATEWAY: '2' });
    expect(workers).toMatchObject({ delivery: 3, gateway: 2, routing: 1 });
  });

  it.each([
    ['PORT', 'http'],
    ['DASHBOARD_PORT', '0'],
    ['SINK_PORT', '70000'],
    ['WORKERS_SMS', '-1'],
    ['WORKERS_SMS', '1.5'],
  ])('refuses %s=%s in one sentence that names the variable', (variable, value) => {
    expect(() => readStartOptions({ [variable]: value })).toThrow(`${variable} is "${value}" and must be`);
  });

  it('refuses one port for two things', () => {
    expect(() => readStartOptions({ PORT: '3001' })).toThrow('PORT and DASHBOARD_PORT are both 3001');
  });
});
