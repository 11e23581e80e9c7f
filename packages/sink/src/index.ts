/** All systems that Sluice calls, on one loopback port. */
export { startSink } from './start-sink.js';
export type { LedgerLine } from './ledger.js';
export type { Sink, SinkOptions } from './start-sink.js';
export { smsNumbers } from './judges/sms-numbers.js';
export { sinkTelnyxPublicKey, telnyxSignatureHeaders } from './judges/telnyx.js';
export { twilioSignature } from './judges/twilio.js';
export type { Behaviour } from './behaviour.js';
export type { Counts, Received, ReceivedQuery, Stats } from './received-log.js';
