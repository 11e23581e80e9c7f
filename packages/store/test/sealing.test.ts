import { randomBytes } from 'node:crypto';
import { sealingKey } from '../src/index.js';
import { unseal, seal } from '../src/tenants/sealing.js';

const key = () => sealingKey(randomBytes(32).toString('base64'));

describe('sealing', () => {
  it('opens with the key that sealed, also when newer keys precede it in the list', () => {
    const old = key();
    expect(unseal(seal('token', old), [key(), old])).toBe('token');
  });

  it('opens with no other key, and not after a byte was changed', () => {
    const mine = key();
    const sealed = seal('token', mine);
    expect(() => unseal(sealed, [key()])).toThrow(/no encryption key/);
    const changed = { ...sealed, data: Buffer.from('other').toString('base64') };
    expect(() => unseal(changed, [mine])).toThrow();
  });

  it('seals equal values differently each time', () => {
    const mine = key();
    expect(seal('token', mine).data).not.toBe(seal('token', mine).data);
  });
});
