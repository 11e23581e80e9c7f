/** The words by which people opt out of a sender's messages and back in. */

/** The intent of a message; most messages have none. */
export type OptOutIntent = 'stop' | 'start' | 'help';

const intents: Readonly<Record<OptOutIntent, readonly string[]>> = {
  stop: ['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  start: ['START', 'UNSTOP', 'YES'],
  help: ['HELP', 'INFO'],
};

const intentOf = new Map<string, OptOutIntent>(
  Object.entries(intents).flatMap(([intent, words]) => words.map((word) => [word, intent as OptOutIntent])),
);

// A text of more than one message contains more than one word.
const maxLookedAt = 1_600;

/**
 * Returns the intent of a message that consists only of one of the known words, ignoring case and surrounding
 * punctuation. A sentence that merely contains such a word has none.
 */
export function optOutIntent(message: string): OptOutIntent | undefined {
  // Punctuation in between is kept, because such a message is more than the word.
  const plain = message.slice(0, maxLookedAt + 1).normalize('NFKC');
  const [word = ''] = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su.exec(plain) ?? [];
  return message.length > maxLookedAt ? undefined : intentOf.get(word.replace(/\s+/g, ' ').toUpperCase());
}
