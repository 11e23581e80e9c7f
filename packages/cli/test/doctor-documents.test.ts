import { duringTests } from '@sluice/testing';
import { openDemoCommand } from './command.js';

const world = duringTests(openDemoCommand);

it('sluice doctor names documents that could not be sent, until a person has them signed', async () => {
  const { files } = world.stores.forTenant('demo');
  const key = { leadId: 'lead_1', fileKey: 'retainer' };
  const begun = { fileId: 'file_1', fileName: 'Retainer', fileType: 'pdf', documentUrl: '' } as const;
  const failed = { ...begun, provider: 'docuseal', status: 'failed' } as const;
  expect((await world.sluice(['doctor'])).output).not.toContain('could not be sent');
  await files.upsert(key, {}, failed, new Date());
  const { code, output } = await world.sluice(['doctor']);
  expect(output).toContain('leads: Documents of demo could not be sent; 1 document: retainer of lead_1.');
  expect(code).toBe(1);
  await files.upsert(key, { status: 'signed' }, failed, new Date());
  expect((await world.sluice(['doctor'])).output).not.toContain('could not be sent');
}, 60_000);
