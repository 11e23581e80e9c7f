export { attemptOf } from './attempt-of.js';
export { createOpenSocket, type OpenSocket } from './guarded-connections.js';
export { createOutboundClient } from './outbound-client.js';
export { redactAnswer } from './redact-answer.js';
export type { OutboundClient, OutboundClientOptions, OutboundRequest } from './outbound-client.js';
export type { Answered, FailureReason, OutboundAnswer, Unanswered } from './outbound-answer.js';
