export { composeMail, type Mail } from './compose-mail.js';
export { mailServer, parseMailServer, type MailServer } from './mail-server.js';
export { createMailClient, MAIL_TIMEOUT_MS, type MailAnswer, type MailClient } from './send-mail.js';
