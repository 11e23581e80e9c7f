import { read, readPrice, rules } from '../../test/answers.js';

describe('numbers of an answer', () => {
  const id = '23851234567890123';

  it('keep their digits in reference and reason', () => {
    const taking = rules({ when: {}, outcome: 'rejected', reference: '$.id', reason: '$.code' });
    expect(read(taking, 200, `{"id": ${id}, "code": 1.10}`)).toMatchObject({ reference: id, reason: '1.10' });
    expect(read(taking, 200, `{"id": {"a": [${id}]}}`)).toMatchObject({ reference: `{"a":[${id}]}` });
  });

  it.each<[unknown, string, boolean]>([
    [id, id, true],
    ['23851234567890124', id, false],
    [id, `"${id}"`, true],
    [id, `[1, ${id}]`, true],
    ['1.1', '1.10', true],
    [1, '1', true],
    [1, '1.0', true],
    [1, '"1"', true],
    [1, '"1.0"', true],
    [1, '10e-1', true],
    [1, '1.0000000000000000001', false],
    ['1', '1.0', true],
    ['05', '"5"', false],
    [true, '"TRUE"', true],
    [null, 'null', true],
    [null, '""', false],
  ])('equal %j exactly: %s, %s', (equals, written, expected) => {
    const result = read(
      rules({ when: { jsonPath: '$.id', equals }, outcome: 'duplicate' }),
      200,
      `{"id": ${written}}`,
    );
    expect(result.kind === 'duplicate').toBe(expected);
  });

  it('are compared as they were written by contains and pattern', () => {
    const holds = (when: object) =>
      read(rules({ when: { jsonPath: '$.id', ...when }, outcome: 'duplicate' }), 200, `{"id": ${id}}`)
        .kind === 'duplicate';
    expect([holds({ contains: '7890123' }), holds({ pattern: '^2385\\d+123$' })]).toEqual([true, true]);
    expect([holds({ contains: '7890124' }), holds({ pattern: '124$' })]).toEqual([false, false]);
  });
});

describe('an XML answer', () => {
  const soap = rules(
    { when: { xmlPath: '//status', equals: 'Duplicate' }, outcome: 'duplicate', reason: '/r/message' },
    {
      when: { xmlPath: '/r/@code', equals: 0 },
      outcome: 'accepted',
      price: { xmlPath: '/r/price' },
      reference: '/r/x:id',
    },
    { when: { xmlPath: '/r/error', contains: 'zip' }, outcome: 'rejected', reason: { xmlPath: '/r/error' } },
  );

  it('is read by XML paths', () => {
    expect(
      read(soap, 200, '<r><status>duplicate</status><message>seen &amp; known</message></r>'),
    ).toMatchObject({
      kind: 'duplicate',
      reason: 'seen & known',
    });
    expect(
      read(
        soap,
        200,
        '<?xml version="1.0"?><r code="0.0"><price>42,50 $</price><x:id>0012345678901234567</x:id></r>',
      ),
    ).toMatchObject({ kind: 'accepted', price: 42.5, reference: '0012345678901234567' });
    expect(read(soap, 200, '<r><error>bad age</error><error>bad zip</error></r>')).toMatchObject({
      kind: 'rejected',
      reason: 'bad age',
    });
  });

  it.each(['', '{"status":"ok"}', '<html><body>down</body></html>', '<r><status>Dupl'])(
    'is not %j, and the trace says so',
    (body) => {
      const result = read(soap, 200, body);
      expect(result).toMatchObject({ kind: 'accepted', unreadable: true });
      expect(result.trace[0]?.because).toBe('not_xml');
    },
  );
});

describe('what a rule takes by a pattern', () => {
  const taking = (fields: object) => rules({ when: {}, outcome: 'accepted', ...fields });

  it('is what its group matches, in the whole answer or in a value of it', () => {
    const text = 'OK id=B-7 sold for $1,250.00';
    expect(
      read(taking({ reference: { pattern: 'id=(\\S+)' }, price: { pattern: 'sold for (\\S+)' } }), 200, text),
    ).toMatchObject({ reference: 'B-7', price: 1250 });
    const valued = taking({ reference: { jsonPath: '$.message', pattern: 'id=(\\S+)' } });
    expect(read(valued, 200, { id: 'id=wrong', message: text })).toMatchObject({ reference: 'B-7' });
  });

  it('is nothing where the pattern is not found', () => {
    const result = read(
      taking({ reference: { pattern: 'id=(\\S+)' }, price: { pattern: 'for (\\S+)' } }),
      200,
      'OK',
    );
    expect(result).not.toHaveProperty('reference', expect.anything());
    expect(result.trace[0]?.of).toMatchObject([{ because: 'price_unreadable', at: 'for (\\S+)' }]);
    expect(result).not.toHaveProperty('unreadable', expect.anything());
  });
});

describe('a price of an answer', () => {
  it.each([
    ['42,50 €', 'EUR', 42.5],
    [42.505, 'USD', 42.51],
    [1.005, 'USD', 1.01],
    ['1250.5', 'JPY', 1251],
    ['1.2345', 'KWD', 1.235],
  ])('%j is, in %s, %d: rounded half up to the decimals of the currency', (written, currency, price) => {
    expect(readPrice(written, { currency })).toMatchObject({ price });
  });

  it.each([
    ['42,50 €', 'USD'],
    ['CA$42', 'USD'],
    [-5, 'USD'],
  ])('%j is not readable in %s, and the trace says what stood there', (written, currency) => {
    const { price, trace } = readPrice(written, { currency });
    expect(price).toBeUndefined();
    expect(trace.at(-1)?.of).toMatchObject([
      { because: 'price_unreadable', values: { found: `${written}` } },
    ]);
  });

  it('is not read if it does not count', () => {
    const { price, trace } = readPrice('free', { currency: 'USD', ignoresAnswer: true });
    expect(price).toBeUndefined();
    expect(trace.at(-1)?.of).toBeUndefined();
  });
});
