/** A voice vendor on loopback that places calls and lists them; a test says how it answers, and signs its events. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that was ordered. */
export interface OrderedCall {
  readonly call_id: string;
  readonly from_number: string;
  readonly to_number: string;
  readonly override_agent_id: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly retell_llm_dynamic_variables: Readonly<Record<string, string>>;
}

/** How an order is answered: by a status, with the call placed or not; `lost` places it and never answers. */
export type PlacingReply = 'placed' | 'lost' | { readonly status: number; readonly isPlaced?: boolean };

export interface VoiceVendor {
  readonly baseUrl: string;
  /** Every order, placed or not. */
  readonly orders: readonly OrderedCall[];
  orderTo(number: string): OrderedCall | undefined;
  /** How orders to this number are answered, one after another; the last one for all others. */
  answers(number: string, ...replies: PlacingReply[]): void;
  /** What a look-up finds of a call from now on. */
  becomes(call: OrderedCall, more: object): void;
  /** Sends an event of a call to the hook, signed unless `signature` says otherwise; the status of the answer. */
  tell(event: string, call: object, signature?: string): Promise<number>;
  stop(): void;
}

export async function startVoiceVendor(apiKey: string, hookUrl: () => string): Promise<VoiceVendor> {
  const orders: OrderedCall[] = [];
  const placed = new Map<string, OrderedCall>();
  const scripts = new Map<string, PlacingReply[]>();
  const server = createServer(async (request, response) => {
    const [, callId] = /^\/v2\/get-call\/(.+)$/.exec(request.url ?? '') ?? [];
    const body = callId === undefined ? await read(request) : {};
    const answer = (status: number, said: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(said));
    };
    if (request.headers.authorization !== `Bearer ${apiKey}`) return answer(401, { status: 'error' });
    if (callId !== undefined) return answer(placed.has(callId) ? 200 : 422, placed.get(callId) ?? {});
    if (request.url === '/v3/list-calls') {
      const [filter] = (body['filter_criteria'] as { metadata: { key: string; value: string }[] }).metadata;
      const items = [...placed.values()].filter(({ metadata }) => metadata[filter!.key] === filter!.value);
      return answer(200, { items, has_more: false });
    }
    const order = { ...(body as unknown as OrderedCall), call_id: `call_${orders.length + 1}` };
    orders.push(order);
    const script = scripts.get(order.to_number) ?? [];
    const reply = (script.length > 1 ? script.shift() : script[0]) ?? 'placed';
    const isPlaced = typeof reply === 'string' || reply.isPlaced === true;
    if (isPlaced) placed.set(order.call_id, order);
    if (reply === 'lost') return request.socket.destroy();
    return answer(reply === 'placed' ? 201 : reply.status, { ...order, call_status: 'registered' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    orders,
    orderTo: (number) => orders.find(({ to_number }) => to_number === number),
    answers: (number, ...replies) => void scripts.set(number, replies),
    becomes: (call, more) => void placed.set(call.call_id, { ...call, ...more }),
    async tell(event, call, signature) {
      const sent = JSON.stringify({ event, call });
      const time = String(Date.now());
      const hex = createHmac('sha256', apiKey)
        .update(sent + time)
        .digest('hex');
      const headers = { 'x-retell-signature': signature ?? `v=${time},d=${hex}` };
      return (await fetch(hookUrl(), { method: 'POST', headers, body: sent })).status;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function read(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
}
