import { addressFrom, addressOfName, isAddress, personNamed } from './address.js';

describe('an address', () => {
  it.each([
    'ada@example.com',
    ' Ada.L+x@Mail.Example.COM ',
    'ada@xn--bcher-kva.example',
    "o'hara@example.com",
  ])('%j can be that of an account', (typed) => {
    expect(isAddress(addressFrom(typed))).toBe(true);
  });

  it.each([
    ...['', 'ada', 'ada@', '@example.com', 'ada@example', 'a da@example.com', 'ada@@example.com'],
    ...['ada@example..com', 'ada@-example.com', '<ada@example.com>', `${'x'.repeat(65)}@example.com`],
    `ada@${'x'.repeat(60)}.${'y'.repeat(60)}.${'z'.repeat(60)}.${'w'.repeat(60)}.example.com`,
  ])('%j cannot', (typed) => {
    expect(isAddress(addressFrom(typed))).toBe(false);
  });

  it('made of a name from outside is that name in the audit, and never another person’s address', () => {
    expect(personNamed(addressOfName('ada'))).toBe('ada');
    expect(personNamed(addressOfName('ada@example.com'))).not.toBe('ada@example.com');
    expect(personNamed('ada@example.com')).toBe('ada@example.com');
  });
});
