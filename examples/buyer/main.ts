/**
 * A buyer: takes the leads that Sluice posts, knows a repeat by its `Idempotency-Key`, and answers whether it takes the
 * lead and for how much.
 */
import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';

const { PORT = '8081', BUYER_KEY = 'demo-buyer-key' } = process.env;

/** The fields of a lead that this buyer asked for in the mapping of its endpoint (tenant.yaml). */
interface Lead {
  readonly lead_id: string;
  readonly phone: string;
  readonly state?: string;
  readonly test?: boolean;
}

type Answer =
  | { readonly result: 'accepted'; readonly id: string; readonly price: number }
  | { readonly result: 'duplicate' | 'rejected'; readonly message: string };

/** What each state is worth, in dollars. */
const prices: Readonly<Record<string, number>> = { CA: 70, NV: 55, AZ: 55 };

/** Yours stand in a database, with the key unique, so that a restart forgets none and of two at once one is first. */
const answers = new Map<string, Answer>();
const phones = new Set<string>();

/** The first answer stands: a repeat gets it again, and is no second lead. */
function answer(key: string, lead: Lead): Answer {
  const known = answers.get(key) ?? decide(lead);
  answers.set(key, known);
  return known;
}

function decide({ lead_id, phone, state = '', test = false }: Lead): Answer {
  const price = prices[state];
  if (price === undefined) return { result: 'rejected', message: 'outside our area' };
  if (phones.has(phone)) return { result: 'duplicate', message: 'known to us' };
  // A test lead is answered like any other, and kept nowhere.
  if (!test) phones.add(phone);
  return { result: 'accepted', id: `case-${lead_id}`, price };
}

const server = createServer((request, response) => {
  const reply = async () => {
    const key = request.headers['idempotency-key'];
    if (!isPartner(request.headers)) return response.writeHead(401).end();
    if (request.method !== 'POST' || typeof key !== 'string') return response.writeHead(400).end();
    const given = answer(key, (await json(request)) as Lead);
    console.log(`${key}: ${given.result}`);
    return response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(given));
  };
  // Anything but 2xx or 4xx is asked again, under the same key.
  reply().catch(() => response.writeHead(500).end());
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${PORT}`));

function isPartner({ 'x-api-key': given }: IncomingHttpHeaders): boolean {
  const [known, shown] = [Buffer.from(BUYER_KEY), Buffer.from(String(given))];
  return known.length === shown.length && timingSafeEqual(known, shown);
}
