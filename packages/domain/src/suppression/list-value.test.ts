import { createHash } from 'node:crypto';
import { listedForm, listedFormOf } from './list-value.js';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const phone = { kind: 'phone' } as const;
const email = { kind: 'email' } as const;

test.each([
  [phone, '(415) 555-0132', '+14155550132'],
  [phone, ' +1 415 555 0132 ', '+14155550132'],
  [{ ...phone, country: 'GB' }, '020 7946 0018', '+442079460018'],
  [phone, '12', undefined],
  [phone, 'ada@example.com', undefined],
  [phone, sha256('+14155550132'), undefined],
  [email, ' ADA@Example.com', 'ada@example.com'],
  [email, 'nobody', undefined],
  [{ ...phone, hashed: 'sha256' as const }, '415-555-0132', sha256('+14155550132')],
  [{ ...phone, hashed: 'md5' as const, phones: 'digits' as const }, '415-555-0132', md5('14155550132')],
  [{ ...phone, hashed: 'md5' as const, phones: 'national' as const }, '415-555-0132', md5('4155550132')],
  [{ ...phone, hashed: 'md5' as const }, md5('x').toUpperCase(), md5('x')],
  [{ ...phone, hashed: 'md5' as const }, sha256('x'), undefined],
  [{ ...email, hashed: 'sha256' as const }, 'Ada@example.com', sha256('ada@example.com')],
])('a list %j knows %s as %s', (list, sent, form) => {
  expect(listedForm(list, sent)).toBe(form);
});

test.each([
  [phone, { phone: '+14155550132', phoneValid: true }, '+14155550132'],
  [phone, { phone: '020 7946 0018', country: 'GB' }, '+442079460018'],
  [phone, { phone: 'none', phoneValid: false }, undefined],
  [phone, {}, undefined],
  [email, { email: 'Ada@Example.com' }, 'ada@example.com'],
  [
    { ...phone, hashed: 'md5' as const, phones: 'national' as const },
    { phone: '+14155550132' },
    md5('4155550132'),
  ],
])('a list %j knows a lead with %j as %s', (list, data, form) => {
  expect(listedFormOf(list, data)).toBe(form);
});
