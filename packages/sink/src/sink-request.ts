/** What reaches the sink and what it answers, free of any web framework. */

/** A request as it came in. */
export interface SinkRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly receivedAt: Date;
}

/** What it answers; an object becomes JSON, and no body an empty one. */
export interface SinkAnswer {
  readonly status: number;
  readonly body?: string | object;
  readonly headers?: Readonly<Record<string, string>>;
  /** What a vendor does later because of the request, such as a status callback. */
  readonly afterwards?: () => Promise<void>;
}

/** Judges one request as the one it plays would. */
export type Judge = (request: SinkRequest) => SinkAnswer;

/** Reads a JSON object; anything else is undefined. */
export function jsonObject(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return asObject(value);
  } catch {
    return undefined;
  }
}

/** The value, if it is an object that is no list. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

/** The value, if it is text that is not empty. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
