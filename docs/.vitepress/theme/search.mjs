// How the search reads a question. These are functions, which VitePress would send as text and evaluate; the policy of
// the pages forbids that, so they are set in the browser.

/** Words of a question that say nothing of its subject. */
const filling = new Set(
  'a an and any are as at be been by can could do does for from go goes have how i if in is it its may me must my of on one or our send should so than that the their them then there these this to us was we what when where which who whom whose why will with would you your'.split(
    ' ',
  ),
);

/** What is looked up by its name alone, and where it stands: long tables, which the index would put last. */
const lookedUp = [
  [/^sluice_\w+$/, '/reference/metrics#'],
  [/^[a-z]+(_[a-z]+)+$/, '/reference/reasons#why-a-lead'],
];

/** Sets how the index is asked: by the words that matter, and readers' pages before the authors' book. */
export function askedInWords(options) {
  // Where the name stands that is looked up at the moment. The index tokenizes a question before it weighs a page.
  let place;
  const weightOf = (id) => {
    if (place !== undefined && id.includes(place)) return 8;
    return id.includes('/project/') ? 0.3 : id.includes('/reference/') ? 0.5 : 1;
  };
  options.miniSearch = {
    searchOptions: {
      tokenize: (question) => {
        place = lookedUp.find(([names]) => names.test(question.trim()))?.[1];
        return question.split(/[\n\r\p{Z}\p{P}]+/u);
      },
      processTerm: (term) => {
        const word = term.toLowerCase();
        return word.length < 2 || filling.has(word) ? null : word;
      },
      // Less for short words, which otherwise find every word that is one letter away.
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      prefix: (term) => term.length > 3,
      boostDocument: weightOf,
    },
  };
}
