import { html } from './html.js';

describe('a page', () => {
  it('escapes whatever is put into it, unless it is HTML already', () => {
    const evil = `<script>"&'</script>`;
    const escaped = '&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;';
    expect(String(html`<p title="${evil}">${evil}${html`<b>${evil}</b>`}</p>`)).toBe(
      `<p title="${escaped}">${escaped}<b>${escaped}</b></p>`,
    );
  });

  it('is made of texts, numbers and lists, and leaves out what is absent', () => {
    expect(String(html`${[html`<i>1</i>`, html`<i>2</i>`]}${0}${undefined}${false}${'x'}`)).toBe(
      '<i>1</i><i>2</i>0x',
    );
  });
});
