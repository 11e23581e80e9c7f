/** The scalar formats that several resources use, and the bounds of input. */
export { addressRange, allowedBy, isExample, isPublic, literalAddress } from './address-ranges.js';
export * from './bounds.js';
export * from './currency-code.js';
export * from './date-of-birth.js';
export * from './header-rules.js';
export { mostAmount, tooFine } from './money.js';
export * from './outbound-url.js';
export * from './parse-url.js';
export * from './primitives.js';
