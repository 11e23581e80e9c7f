import { withBase } from 'vitepress';
import { h } from 'vue';

/** What stands where a page would be. */
export const notFound = () =>
  h('main', { class: 'vp-doc not-found' }, [
    h('h1', 'There is no such page'),
    h('p', ['Search for it above, or begin at ', h('a', { href: withBase('/') }, 'the front page'), '.']),
  ]);
