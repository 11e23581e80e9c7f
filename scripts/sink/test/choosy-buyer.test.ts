import { judgeLeadChoosily } from '../src/judges/choosy-buyer.js';

const answer = (phone: string) =>
  judgeLeadChoosily({
    method: 'POST',
    path: '/buyers/choosy',
    query: new URLSearchParams(),
    headers: {},
    body: JSON.stringify({ firstName: 'Ada', phone }),
    receivedAt: new Date(0),
  });

it.each(['+14155550123', '+14155550126', '+14155550129'])('the choosy buyer refuses %s', (phone) => {
  expect(answer(phone)).toEqual({ status: 422, body: { accepted: false, message: 'not in our area' } });
});

it.each(['+14155550120', '+14155550124', ''])('the choosy buyer takes %j', (phone) => {
  expect(answer(phone)).toMatchObject({ status: 200, body: { accepted: true } });
});
