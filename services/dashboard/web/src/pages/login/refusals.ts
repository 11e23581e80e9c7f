/** Why an OpenID provider's person was refused, in words; the server puts a code into the address. */
const sentences: Readonly<Record<string, string>> = {
  provider_away: 'The login provider does not answer. Try again, or log in with a password.',
  provider_refused: 'The login provider did not let you in.',
  not_proven: 'The login provider’s answer does not belong to this login. Start again.',
  no_name: 'The login provider sent no name that Sluice can use. Ask an administrator.',
  no_role:
    'The login provider knows you, but none of your groups has a role here and no invitation is open. Ask an administrator.',
  address_taken: 'Another account already has your address. Log in with its password.',
  disabled: 'An administrator has disabled your access.',
  other_browser: 'This login started in another browser or more than ten minutes ago. Start again.',
  session_over: 'Your session ended before the login provider was connected. Log in and connect it again.',
  other_account: 'At the login provider you are a person whom another account has connected.',
  too_many: 'Too many attempts. Wait a minute and start again.',
};

/** The sentence for the code in a page's query; undefined if there is none. */
export function refusalText(query: string): string | undefined {
  const word = new URLSearchParams(query).get('refused') ?? '';
  return Object.hasOwn(sentences, word) ? sentences[word] : undefined;
}
