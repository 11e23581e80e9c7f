/** What tests, benchmarks and the demo are made of; nothing else imports it. */
export * from './sink/index.js';
