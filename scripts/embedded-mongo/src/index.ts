/** A real MongoDB engine from npm, in a process of its own, for development and tests. */
export { embeddedMongoAvailability, type EmbeddedMongoAvailability } from './engine-files.js';
export { startEmbeddedMongo, type EmbeddedMongo, type EmbeddedMongoOptions } from './engine-host.js';
