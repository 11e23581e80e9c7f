/** A typed HTTP client for integrators. */
export { createClient, type Client, type ClientOptions } from './client.js';
export type { Answer, Call, OperationId } from './call.js';
export { ApiFailure, NoAnswer } from './failures.js';
