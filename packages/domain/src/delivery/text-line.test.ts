import { textLine } from './text-line.js';

it.each(['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
  'neither the name nor the value of a line begins another one with %j',
  (between) => {
    expect(textLine(`x: 1${between}phone`, `2${between}email: a@b.example`)).toBe(
      'x: 1 phone: 2\n  email: a@b.example',
    );
  },
);
