// The V8 of Node 20 gives every object that `{ ...a, b: 1 }` builds a hidden class of its own: no code that handles such
// objects learns what they look like, and looks up each of their properties slowly. Our hot code and the libraries' is
// full of such literals. Node 22 is not affected.

/** What a literal begins with instead of a spread: it names the prototype that the object has anyway. */
const BEGINNING = '__proto__: Object.prototype, ';

/** A bundler's plugin that rewrites such literals; they keep their meaning. */
export function rewriteSpreadLiterals() {
  return {
    name: 'rewrite-spread-literals',
    transform: {
      // Parsing takes most of the time, so modules without such a literal are left out.
      filter: { code: /\{\s*\.\.\./ },
      handler(code, _id, { moduleType }) {
        return moduleType === 'js' ? rewritten(code, this.parse(code)) : null;
      },
    },
  };
}

/** `code` with that beginning in each literal of its syntax tree that begins with a spread and goes on. */
export function rewritten(code, tree) {
  const places = [];
  collectPlaces(tree, places);
  places.sort((a, b) => a - b);
  return [0, ...places].map((place, index) => code.slice(place, places[index])).join(BEGINNING);
}

function collectPlaces(node, places) {
  if (typeof node !== 'object' || node === null) return;
  const [first, second] = node.type === 'ObjectExpression' ? node.properties : [];
  if (first?.type === 'SpreadElement' && second) places.push(first.start);
  for (const key in node) collectPlaces(node[key], places);
}
