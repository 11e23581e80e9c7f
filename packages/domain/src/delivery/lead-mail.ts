/** A lead as an e-mail that delivers it. It holds what an endpoint without mapped fields gets. */
import { messageIdOf } from '../mail/mail-effect.js';
import { adfDocument } from './adf-document.js';
import type { EmailDestination } from './destination.js';
import { namedTexts } from './form-body.js';
import { leadBody, type OutgoingLead } from './lead-body.js';
import { textLine } from './text-line.js';
import { wireKey } from './wire-key.js';

/** A mail with a lead. The headers hold nothing of the lead but its id. */
export interface LeadMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Made of the key on the wire, so the same for every attempt. */
  readonly messageId: string;
  readonly date: Date;
  readonly attachment?: { readonly filename: string; readonly contentType: string; readonly content: string };
}

/** Writes a lead to its mailbox, in the mailbox's format. */
export function leadMail({ address, format, buyer }: EmailDestination, lead: OutgoingLead): LeadMail {
  const { leadId, acceptedAt, isTest } = lead;
  const head = {
    to: address,
    // A buyer must not mistake a test for a real person.
    subject: `${isTest === true ? 'Test lead' : 'New lead'} ${leadId}`,
    messageId: messageIdOf(wireKey(lead)),
    date: acceptedAt,
  };
  switch (format) {
    case 'adf':
      return { ...head, text: adfDocument(lead, buyer) };
    case 'json': {
      const attachment = {
        filename: `${leadId}.json`,
        contentType: 'application/json',
        content: JSON.stringify(leadBody(lead), null, 2),
      };
      return { ...head, text: `The lead is attached as ${attachment.filename}.\n`, attachment };
    }
    case 'text':
      return { ...head, text: leadText(lead) };
  }
}

/** One line per value, under the names that a form has. */
function leadText(lead: OutgoingLead): string {
  return namedTexts(leadBody(lead))
    .map(([name, value]) => `${textLine(name, value)}\n`)
    .join('');
}
