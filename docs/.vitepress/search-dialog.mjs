// The search of VitePress's theme tells users of screen readers that its window is a button and that its results, which
// are links, are choices of a list. Neither can be set, so its source is changed as it is bundled.
const changes = [
  [/role="button"\s+:aria-owns="[^"]*"\s+aria-expanded="true"\s+aria-haspopup="listbox"/, 'role="dialog"'],
  [/:aria-activedescendant="[^"]*"\s+aria-autocomplete="both"/, ''],
  [/:role="results\?\.length \? 'listbox' : undefined"/, ''],
  [/:aria-selected="[^"]*"\s+role="option"/, ''],
  [/:aria-label="\[\.\.\.p\.titles, p\.title\]\.join\(' > '\)"/, ''],
  [/<div class="search-keyboard-shortcuts">/, '<div class="search-keyboard-shortcuts" aria-hidden="true">'],
];

/** A plugin of Vite; the build fails if the theme has become another. */
export const searchDialog = {
  name: 'search-dialog',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined;
    return changes.reduce((changed, [pattern, text]) => {
      if (!pattern.test(changed)) throw new Error(`The search of the theme no longer has ${pattern}.`);
      return changed.replace(pattern, text);
    }, code);
  },
};
