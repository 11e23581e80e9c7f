/** The operator's tenant file. */
export * from './tenant-file.js';
export * from './sections.js';
export * from './item-references.js';
export * from './tenant-file-schema.js';
