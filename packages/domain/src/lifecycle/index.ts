export * from './endings.js';
export * from './next-job.js';
