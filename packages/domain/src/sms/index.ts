/** Text messages: who may be written to, by which way, and how far a message has come. */
export * from './opt-out-words.js';
export * from './choose-sms-sender.js';
export * from './sms-status.js';
