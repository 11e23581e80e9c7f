/** Numbers compared by their digits: an identifier of 17 digits equals no other that JavaScript would round to it. */

/**
 * The one form that all spellings of a decimal number have in common, e.g. `1`, `1.0` and `10e-1`; undefined for
 * anything else.
 */
export function exactDecimal(text: string): string | undefined {
  const [, sign, integer = '', fraction = '', exponent = '0'] =
    /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,9}))?\s*$/i.exec(text) ?? [];
  if (integer === '' && fraction === '') return undefined;
  const digits = `${integer}${fraction}`.replace(/^0+/, '');
  const plain = digits.replace(/0+$/, '');
  if (plain === '') return '0';
  const power = Number(exponent) - fraction.length + (digits.length - plain.length);
  return `${sign === '-' ? '-' : ''}${plain}e${power}`;
}
