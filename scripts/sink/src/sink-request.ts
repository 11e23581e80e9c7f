/** The sink's requests and answers, independent of any web framework. */

/** A request as it was received. */
export interface SinkRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly receivedAt: Date;
  /** The answer that a script asks for, where the played system has several. */
  readonly variant?: string | undefined;
}

/** An answer; an object is sent as JSON, and without `body` the answer is empty. */
export interface SinkAnswer {
  readonly status: number;
  readonly body?: string | object;
  readonly headers?: Readonly<Record<string, string>>;
  /** A later action of the vendor, such as a status callback. */
  readonly afterwards?: () => Promise<void>;
}

/** Answers one request as the played system would. */
export type Judge = (request: SinkRequest) => SinkAnswer;

/** A JSON object of unknown form. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses a JSON object; undefined for anything else. */
export function jsonObject(body: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return asObject(value);
  } catch {
    return undefined;
  }
}

/** The value if it is an object and not a list. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

/** The value if it is non-empty text. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
