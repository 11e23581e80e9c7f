/**
 * Text as it arrives from outside: its bytes, the characters in it that nobody sees, and the spellings of an email
 * address or a phone number.
 */
export * from './decode-text.js';
export * from './email-address.js';
export * from './phone-text.js';
export * from './json-fault.js';
export * from './read-json.js';
export * from './visible-text.js';
export * from './windows-1252.js';
