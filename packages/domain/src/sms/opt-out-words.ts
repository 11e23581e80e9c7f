/**
 * The words by which people opt out of a sender's messages and back in: those that SMS vendors document in English,
 * French and Spanish, in their usual forms.
 */
import type { OptOutIntent } from '@sluice/contracts';

const intents: Readonly<Record<OptOutIntent, string>> = {
  stop: [
    'STOP, STOPALL, STOP ALL, UNSUBSCRIBE, CANCEL, END, QUIT, REVOKE, OPTOUT, OPT OUT, REMOVE',
    'ARRET, ARRETT, ARRETE, ARRETER, ARRETEZ, ANNULER, DESABONNER, DESINSCRIRE',
    'ALTO, PARAR, PARE, DETENER, BAJA, CANCELAR, TERMINAR, SALIR',
  ].join(', '),
  // An answer to a question is easily taken for consent, so there are few of these.
  start: 'START, UNSTOP, YES, DEBUT, INICIO',
  help: 'HELP, INFO, AIDE, AYUDA',
};

const intentOf = new Map<string, OptOutIntent>(
  Object.entries(intents).flatMap(([intent, words]) =>
    words.split(', ').map((word) => [word, intent as OptOutIntent] as const),
  ),
);

// Not only zero-width characters and direction marks, but also what changes the look of an emoji, and accents.
const unseenOrAccent = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{M}]|(?![\t-\r])\p{Cc}/gu;

/**
 * Returns the intent of a message that consists only of one of the known words, ignoring case, accents, invisible
 * characters and surrounding punctuation. A sentence that merely contains such a word has none.
 */
export function optOutIntent(message: string): OptOutIntent | undefined {
  const plain = message.normalize('NFKD').replace(unseenOrAccent, '');
  // Punctuation in between is kept, because such a message is more than the word; a hyphen may stand for a space.
  const [word = ''] = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su.exec(plain) ?? [];
  return intentOf.get(
    word
      .replace(/\p{Pd}/gu, ' ')
      .replace(/\s+/g, ' ')
      .toUpperCase(),
  );
}
