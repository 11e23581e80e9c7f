import { html } from './html.js';

describe('an HTML page', () => {
  it('escapes every inserted value that is not HTML already', () => {
    const evil = `<script>"&'</script>`;
    const escaped = '&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;';
    expect(String(html`<p title="${evil}">${evil}${html`<b>${evil}</b>`}</p>`)).toBe(
      `<p title="${escaped}">${escaped}<b>${escaped}</b></p>`,
    );
  });

  it('accepts texts, numbers and lists, and omits undefined values', () => {
    expect(String(html`${[html`<i>1</i>`, html`<i>2</i>`]}${0}${undefined}${false}${'x'}`)).toBe(
      '<i>1</i><i>2</i>0x',
    );
  });
});
