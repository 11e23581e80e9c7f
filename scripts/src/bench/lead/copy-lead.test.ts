import { copierOf } from './copy-lead.js';

const original = { texts: ['01AAA', 'avery.1@example.com', '555001'], acceptedMs: 1_000 };
const other = { texts: ['01BBB', 'avery.2@example.com', '555002'], acceptedMs: 5_000 };

test('a copied lead has other texts at every occurrence, and times with the same distances', () => {
  const document = {
    _id: 't/lead_01AAA',
    status: 'delivered',
    ended: true,
    data: { email: 'avery.1@example.com', phone: '+1555001', injury: 'yes' },
    search: ['avery', '1555001', '01AAA/01AAA'],
    of: [{ key: '01AAA.555001', price: 3 }],
    createdAt: new Date(1_000),
    endedAt: new Date(1_250),
  };
  const copy = copierOf(document, original)(other);
  expect(copy).toEqual({
    ...document,
    _id: 't/lead_01BBB',
    data: { email: 'avery.2@example.com', phone: '+1555002', injury: 'yes' },
    search: ['avery', '1555002', '01BBB/01BBB'],
    of: [{ key: '01BBB.555002', price: 3 }],
    createdAt: new Date(5_000),
    endedAt: new Date(5_250),
  });
  expect(Object.keys(copy)).toEqual(Object.keys(document));
});

test('copying a lead does not change the original', () => {
  const document = { _id: 'lead_01AAA', data: { phone: '555001' } };
  copierOf(document, original)(other);
  expect(document).toEqual({ _id: 'lead_01AAA', data: { phone: '555001' } });
});
