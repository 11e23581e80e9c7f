/** Text as it arrives from outside: its bytes, and the characters in it that nobody sees. */
export * from './decode-text.js';
export * from './visible-text.js';
