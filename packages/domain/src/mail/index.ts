/** E-mail: what is written to whom, and what follows from an attempt to send it. */
export * from './account-mail.js';
export * from './after-mail-attempt.js';
export * from './daily-report.js';
export * from './lead-notice.js';
export * from './mail-effect.js';
export * from './notice-slot.js';
