/** Text messages: which numbers may be messaged, through which vendor, and the progress of a message. */
export * from './inbound-text.js';
export * from './opt-out-words.js';
export * from './choose-sms-sender.js';
export * from './sms-number.js';
export * from './sms-status.js';
