/** Why an OpenID provider's person was not let in, in words; the server says it by a word in the address. */
const sentences: Readonly<Record<string, string>> = {
  provider_away: 'The login provider does not answer. Try again, or log in with a password.',
  provider_refused: 'The login provider did not let you in.',
  not_proven: 'What the login provider sent back proves nothing for this login. Begin again.',
  no_name: 'The login provider names you in no way that Sluice can use. Ask who runs this installation.',
  no_role: 'The login provider knows you, and none of your groups has a role here. Ask an administrator.',
  name_taken: 'Another operator here has your name. Ask an administrator.',
  disabled: 'An administrator has disabled your access.',
  other_browser: 'This login began in another browser, or more than ten minutes ago. Begin again.',
  too_many: 'Too many attempts. Wait a minute, and begin again.',
};

/** The sentence for the word in a page's query; undefined when there is none. */
export function refusalText(query: string): string | undefined {
  const word = new URLSearchParams(query).get('refused') ?? '';
  return Object.hasOwn(sentences, word) ? sentences[word] : undefined;
}
