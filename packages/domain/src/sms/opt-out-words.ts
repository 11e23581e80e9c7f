/** The words by which people leave and rejoin a sender's messages. */

/** What a message asks for; most messages ask for nothing. */
export type OptOutIntent = 'stop' | 'start' | 'help';

const intents: Readonly<Record<OptOutIntent, readonly string[]>> = {
  stop: ['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  start: ['START', 'UNSTOP', 'YES'],
  help: ['HELP', 'INFO'],
};

const intentOf = new Map<string, OptOutIntent>(
  Object.entries(intents).flatMap(([intent, words]) => words.map((word) => [word, intent as OptOutIntent])),
);

// A text longer than one message holds more than one word.
const maxLookedAt = 1_600;

/**
 * Answers what a message asks for when it is nothing but one of the known words, in any case, whatever punctuation
 * stands around it. A sentence that only contains such a word asks for nothing.
 */
export function optOutIntent(message: string): OptOutIntent | undefined {
  // Punctuation in between is kept: with it, the message is more than the word.
  const plain = message.slice(0, maxLookedAt + 1).normalize('NFKC');
  const [word = ''] = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su.exec(plain) ?? [];
  return message.length > maxLookedAt ? undefined : intentOf.get(word.replace(/\s+/g, ' ').toUpperCase());
}
