/** Every command reads ENCRYPTION_KEY as the services do. */
import { duringTests, testEncryptionKey } from '@sluice/testing';
import { randomBytes } from 'node:crypto';
import { openDemoCommand } from './command.js';

const world = duringTests(openDemoCommand);
const commands = [
  ['apply', 'examples/demo-tenant.yaml', '--dry-run'],
  ['credentials', 'reencrypt'],
  ['secrets', 'list', '--tenant', 'demo'],
  ['doctor'],
];

it.each(commands)(
  'sluice %s refuses a key that no service starts with, in the same words',
  async (...args) => {
    for (const wrong of [`${testEncryptionKey},`, 'c2hvcnQ=', `${testEncryptionKey},short`]) {
      const { code, output, errors } = await world.sluice(args, { ENCRYPTION_KEY: wrong });
      expect([wrong, output + errors]).toEqual([
        wrong,
        expect.stringContaining('ENCRYPTION_KEY: must be 32 bytes, base64'),
      ]);
      expect([code, errors]).toEqual([1, expect.not.stringMatching(/^\s+at /m)]);
    }
  },
);

it.each(commands)(
  'sluice %s accepts the new key with earlier ones behind it, with spaces between',
  async (...args) => {
    const earlier = randomBytes(32).toString('base64');
    const keys = `${testEncryptionKey} , ${earlier} `;
    const { output, errors } = await world.sluice(args, { ENCRYPTION_KEY: keys });
    expect(output + errors).not.toMatch(/ENCRYPTION_KEY|decrypt/);
  },
);
