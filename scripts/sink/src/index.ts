/** All systems that Sluice calls, on one loopback port. */
export { startSink } from './start-sink.js';
export type { LedgerLine } from './ledger.js';
export type { Sink, SinkOptions } from './start-sink.js';
export { smsNumbers } from './judges/sms-numbers.js';
export { sinkTelnyxPublicKey, telnyxSignatureHeaders } from './judges/telnyx.js';
export { twilioSignature } from './judges/twilio.js';
export { chatCompletion, chatRefusals } from './judges/chat-completions/judge-chat-completion.js';
export { docusealRefusals } from './judges/docuseal/docuseal-judge.js';
export { docusealTemplateIds } from './judges/docuseal/templates.js';
export { retellRefusals, retellUnknownAgent } from './judges/retell/retell-judge.js';
export type { EventAnswer, EventOrder, EventToSend } from './send-events.js';
export type { Behaviour } from './behaviour.js';
export type { Counts, Received, ReceivedQuery, Stats } from './received-log.js';
