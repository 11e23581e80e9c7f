/** A language model on loopback, as far as the chat-completions interface goes; a test says what it answers. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A question as it arrived. */
export interface AskedModel {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly system: string;
  readonly user: string;
  readonly criteria: readonly string[];
}

/** What the model answers: a status and a body, or a verdict about the criteria; `hangs` never answers. */
export type ModelReply =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly verdict: unknown }
  | 'hangs';

export interface LanguageModel {
  readonly baseUrl: string;
  readonly asked: readonly AskedModel[];
  /** Questions that name `marker` in the lead's data. */
  about(marker: string): readonly AskedModel[];
  stop(): void;
}

/** A whole verdict in which every criterion is met, or none. */
export const verdictOn = (criteria: readonly string[], met: boolean): ModelReply => ({
  verdict: {
    qualified: met,
    reason: met ? 'All are met.' : 'Something is missing.',
    criteria: criteria.map((criterion) => ({ criterion, met, why: 'The answers say so.' })),
  },
});

export async function startLanguageModel(answer: (asked: AskedModel) => ModelReply): Promise<LanguageModel> {
  const asked: AskedModel[] = [];
  const server = createServer(async (request, response) => {
    const question = await read(request);
    asked.push(question);
    const reply = answer(question);
    if (reply === 'hangs') return;
    const { status, body, headers } =
      'verdict' in reply
        ? { status: 200, body: completion(JSON.stringify(reply.verdict)), headers: {} }
        : { headers: {}, ...reply };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    about: (marker) => asked.filter(({ user }) => user.includes(marker)),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The body of a completion with this text. */
export const completion = (content: string, finish_reason = 'stop') => ({
  choices: [{ index: 0, finish_reason, message: { role: 'assistant', content, refusal: null } }],
});

async function read(request: IncomingMessage): Promise<AskedModel> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as {
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly response_format: {
      readonly json_schema: {
        readonly schema: {
          readonly properties: {
            readonly criteria: {
              readonly items: { readonly properties: { readonly criterion: { readonly enum: string[] } } };
            };
          };
        };
      };
    };
  };
  const textOf = (role: string) => body.messages.find((one) => one.role === role)?.content ?? '';
  return {
    path: request.url ?? '',
    authorization: request.headers.authorization,
    system: textOf('system'),
    user: textOf('user'),
    criteria: body.response_format.json_schema.schema.properties.criteria.items.properties.criterion.enum,
  };
}
