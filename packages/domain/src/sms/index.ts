/** Text messages: which numbers may be written to, through which vendor, and how far a message has come. */
export * from './opt-out-words.js';
export * from './choose-sms-sender.js';
export * from './sms-status.js';
