export { afterDocumentAttempt, onlyLooks, type AfterDocumentAttempt } from './after-document-attempt.js';
export { documentProblems, documentValues, type DocumentValues } from './document-values.js';
export { sendingState, statusesBefore, type ReportedStatus } from './file-status.js';
export { isSigned, signatureEffect, turnOfDocument, waitsForFile } from './signature-order.js';
