/** The operator's tenant file. */
export * from './tenant-file.js';
