import { randomBytes } from 'node:crypto';
import { sealingKey } from '../src/index.js';
import { openSealed, seal } from '../src/sealing.js';

const key = () => sealingKey(randomBytes(32).toString('base64'));

describe('sealing', () => {
  it('opens with the key that sealed, also when newer keys stand before it', () => {
    const old = key();
    expect(openSealed(seal('token', old), [key(), old])).toBe('token');
  });

  it('opens with no other key, and not when a byte was changed', () => {
    const mine = key();
    const sealed = seal('token', mine);
    expect(() => openSealed(sealed, [key()])).toThrow(/no encryption key/);
    const changed = { ...sealed, data: Buffer.from('other').toString('base64') };
    expect(() => openSealed(changed, [mine])).toThrow();
  });

  it('seals the same value differently each time, so that equal secrets do not show', () => {
    const mine = key();
    expect(seal('token', mine).data).not.toBe(seal('token', mine).data);
  });
});
