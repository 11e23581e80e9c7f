import fc from 'fast-check';
import { readXml } from './xml-document.js';
import { readXmlPath } from './xml-path.js';

const answer = `
<?xml version="1.0"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
  <soap:Body>
    <response id="B-7" x:code='1'>
      <status> Accepted </status>
      <leadId>0012345678901234567</leadId>
      <price><![CDATA[42,50 €]]></price>
      <note>one &amp; <b>two</b> &#233;</note>
      <error>first</error><error>second</error>
      <empty/>
      <group><error>inner</error></group>
    </response>
  </soap:Body>
</soap:Envelope>`;

function at(path: string, text = answer) {
  const root = readXml(text);
  return root && readXmlPath(root, path);
}

describe('readXmlPath', () => {
  it.each([
    ['/Envelope/Body/response/status', ['Accepted']],
    ['/soap:Envelope/soap:Body/response/leadId', ['0012345678901234567']],
    ['/env:Envelope/Body/response/leadId', []],
    ['//price', ['42,50 €']],
    ['//note/text()', ['one & two é']],
    ['//response/@id', ['B-7']],
    ['//@code', ['1']],
    ['//response/*[1]', ['Accepted']],
    ['//response/error', ['first', 'second']],
    ['//response/error[2]', ['second']],
    ['//error', ['inner', 'first', 'second']],
    ['//group//error', ['inner']],
    ['//empty', ['']],
    ['/status', []],
    ['//Status', []],
    ['//toString', []],
    ['//@toString', []],
    ['not a path', []],
  ])('gives the values at %s', (path, values) => {
    expect([...(at(path) ?? [])].sort()).toEqual([...values].sort());
  });
});

describe('readXml', () => {
  it.each([
    ['nothing', ''],
    ['plain text', 'OK'],
    ['JSON', '{"a":1}'],
    ['a page of HTML', '<html><body>Bad gateway</body></html>'],
    ['HTML that is no XML', '<!DOCTYPE html><p>Bad gateway<br>'],
    ['a document cut short', answer.slice(0, -5)],
    ['something behind the end', `${answer}ok`],
    ['two roots', '<a/><b/>'],
    ['an undefined entity', '<a>&nbsp;</a>'],
    ['entities that expand', '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>'],
    ['an external entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ['any document type', '<!DOCTYPE a SYSTEM "a.dtd"><a/>'],
    ['a NUL', '<a>\0</a>'],
    ['a nesting without end', `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`],
  ])('finds no XML in %s', (_what, text) => {
    expect(readXml(text)).toBeUndefined();
  });

  it('reads a document of many elements in little time', () => {
    const text = `<a>${'<b>x</b>'.repeat(8_000)}</a>`;
    const nested = `<a>${`${'<b>'.repeat(90)}${'</b>'.repeat(90)}`.repeat(100)}</a>`;
    // Processor time of the fastest of several runs, because other work on the machine slows down single runs.
    const spentMs = [1, 2, 3].map(() => {
      const before = process.cpuUsage();
      expect(at('//*//*//*', text)).toEqual([]);
      expect(at('//b', text)).toHaveLength(100);
      expect(at('//*//*//*', nested)).toHaveLength(100);
      return process.cpuUsage(before).user / 1_000;
    });
    expect(Math.min(...spentMs)).toBeLessThan(1_000);
  });

  it('never throws, whatever the text and the path', () => {
    const tag = fc.stringMatching(/^<\/?[a-c:]{1,3}( [ab]="[<&x]?")?\/?>$/);
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.oneof(tag, fc.string()), { maxLength: 20 }).map((parts) => parts.join('')),
    );
    fc.assert(fc.property(text, fc.stringMatching(/^[/@*a-c[\]1]*$/), (each, path) => void at(path, each)));
  });
});
