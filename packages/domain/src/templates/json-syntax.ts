/** JSON as the syntax of a body. */
import { jsonFault } from '@sluice/contracts';
import { escapeJson } from '../text/escape.js';
import type { BodySyntax, Cursor } from './body-syntax.js';

// Undefined has no JSON; what a lead does not have is null.
const whole = (result: unknown) => (typeof result === 'string' ? result : 'null');

/**
 * Text is escaped without quotes, which the template writes; outside quotes too, where numbers and `true` stay as they
 * are and no text can add quotes, and with them members.
 */
export const jsonSyntax: BodySyntax = {
  follow: cursor,
  isMarkup: () => true,
  writers: { json: whole, jsonify: whole, inspect: whole },
  problem(body) {
    try {
      JSON.parse(body);
      return undefined;
    } catch {
      // The engine's own message quotes the body.
      const fault = jsonFault(body);
      return `the body is not JSON${fault ? `: ${fault.problem} at line ${fault.line}, column ${fault.column}` : ''}`;
    }
  },
};

function cursor(): Cursor {
  let quoted = false;
  return {
    pass(part) {
      for (let at = 0; at < part.length; at += 1) {
        if (part[at] === '"') quoted = !quoted;
        else if (quoted && part[at] === '\\') at += 1;
      }
    },
    escape: escapeJson,
    inText: () => quoted,
  };
}
