export { createDocumentSender, documentHooks, documentHookSecret } from './create-document-sender.js';
export {
  DOCUMENT_CALL_TIMEOUT_MS,
  DOCUMENT_LOOK_UPS,
  type DocumentCallback,
  type DocumentSendOutcome,
  type DocumentSender,
  type OutgoingDocument,
} from './document-vendor.js';
