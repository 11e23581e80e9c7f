/**
 * Commands that are one operation each. Arguments, options, help, `--json` and the reading of pages follow from the
 * operation's declaration; a command adds its columns, or its words.
 */
import type { Operate } from '@sluice/admin';
import type { AdminEndpoint, AdminStream, AdminStreamItem, EndpointData } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import type { Command } from 'commander';
import { once } from 'node:events';
import { answer, table } from '../output.js';
import { numberOf } from '../typed-values.js';
import { untilInterrupted } from '../until-interrupted.js';
import { declaredCommand, givenFields, type Given, type Line, type Operation } from './declared-command.js';
import { pagesOf, type Page } from './pages.js';
import { withOperations, type OperationsNeeds } from './with-operations.js';

export type { Given } from './declared-command.js';

interface How<Answer> extends Line, OperationsNeeds {
  /** What to do instead where the answer is NOT_FOUND. */
  readonly missing?: (given: Given) => string;
  /** What `--json` prints; default: the answer. */
  readonly json?: (answer: Answer, given: Given) => unknown;
  /** Why the command has failed although there is an answer; `true` if the answer says why. */
  readonly failure?: (answer: Answer, given: Given) => string | boolean | undefined;
}

/** An answer that is told in words. */
interface InWords<Answer> extends How<Answer> {
  readonly text: (answer: Answer, given: Given) => string;
}

/** Calls the operation with what was given and, in its body, `more`. */
export type Call<E extends AdminEndpoint> = (more?: object) => Promise<EndpointData<E>>;

/** Makes one answer of several calls. */
type Calls<E extends AdminEndpoint, Answer> = (
  call: Call<E>,
  given: Given,
  operate: Operate,
) => Promise<Answer>;

type RowOf<Data, Name> = Name extends keyof Data ? Extract<Data[Name], readonly unknown[]>[number] : never;

/** An operation whose answer is a list, of which `--json` prints the items. */
interface InColumns<E extends AdminEndpoint, Row> extends How<EndpointData<E>> {
  readonly columns: Readonly<Record<string, (row: Row) => string>>;
  /** What an empty list says; default: the headings. */
  readonly none?: (given: Given) => string;
  /** The default of `--limit`; without it there is no such option, and all are shown. */
  readonly limit?: string;
}

/** Adds the command `name` that calls `endpoint`, once unless `calls` is given, and prints the answer in words. */
export function addOperation<E extends AdminEndpoint, Answer = EndpointData<E>>(
  parent: Command,
  name: string,
  endpoint: E,
  { calls, ...how }: InWords<NoInfer<Answer>> & { readonly calls?: Calls<E, Answer> },
): void {
  withJson(
    declaredCommand(parent, name, endpoint, how, async (given, asJson) => {
      const made = await madeFields(how, given);
      const told = await withOperations(async (operate) => {
        const call: Call<E> = (more) => ask(operate, endpoint, how, given, { body: { ...made, ...more } });
        return calls ? calls(call, given, operate) : ((await call()) as Answer);
      }, how);
      tell(told, given, asJson, how);
    }),
  );
}

/** Adds the command `name` that shows the field `list` of what `endpoint` answers, from all pages if it has pages. */
export function addList<E extends AdminEndpoint, const Name extends keyof EndpointData<E>>(
  parent: Command,
  name: string,
  endpoint: E,
  list: Name,
  { columns, none, json, limit, ...how }: InColumns<E, RowOf<EndpointData<E>, Name>>,
): void {
  type Row = RowOf<EndpointData<E>, Name>;
  const command = declaredCommand(parent, name, endpoint, how, async (given, asJson) => {
    const most = limit === undefined ? Infinity : countOf(given['limit'] ?? '', String(list));
    const rows: Row[] = [];
    let last: EndpointData<E> | undefined;
    await withOperations(async (operate) => {
      for await (last of pagesOf(endpoint, (page) => ask(operate, endpoint, how, given, page))) {
        rows.push(...(last[list] as Row[]));
        if (rows.length >= most) break;
      }
    }, how);
    const shown = rows.slice(0, most);
    answer(asJson, json && last ? json(last, given) : shown, () =>
      shown.length === 0 && none
        ? none(given)
        : table([
            Object.keys(columns),
            ...shown.map((row) => Object.values(columns).map((cell) => cell(row))),
          ]),
    );
    if (last) fail(how.failure?.(last, given));
  });
  if (limit !== undefined) command.option('--limit <count>', 'how many, at most', limit);
  withJson(command);
}

/** Adds the command `name` that prints the field `list` of all pages of `endpoint` as lines of JSON. */
export function addLines<E extends AdminEndpoint>(
  parent: Command,
  name: string,
  endpoint: E,
  list: keyof EndpointData<E>,
  how: How<never>,
): void {
  addPrinted(parent, name, endpoint, how, (page) => linesOf(page[list] as readonly unknown[]));
}

/** Adds the command `name` that prints the table that `endpoint` answers as CSV, in parts. */
export function addCsv<E extends AdminEndpoint>(
  parent: Command,
  name: string,
  endpoint: E,
  how: How<never>,
): void {
  addPrinted(parent, name, endpoint, how, (part) => [(part as { readonly csv: string }).csv]);
}

function addPrinted<E extends AdminEndpoint>(
  parent: Command,
  name: string,
  endpoint: E,
  how: How<never>,
  textsOf: (page: EndpointData<E>) => Iterable<string>,
): void {
  declaredCommand(parent, name, endpoint, how, (given) =>
    withOperations(async (operate) => {
      for await (const page of pagesOf(endpoint, (one) => ask(operate, endpoint, how, given, one)))
        await print(textsOf(page));
    }, how),
  );
}

/** A stream, of which `read` makes the answer; without `text`, it prints by itself. */
interface Streamed<S extends AdminStream, Answer> extends How<Answer> {
  readonly read: (
    items: AsyncIterable<AdminStreamItem<S>>,
    given: Given,
    interruption: AbortSignal,
  ) => Promise<Answer>;
  readonly text?: (answer: Answer, given: Given) => string;
  /** The operation is told of an interruption, and ends what it has begun. */
  readonly endsItself?: true;
}

/** Adds the command `name` that reads what `stream` sends. */
export function addStream<S extends AdminStream, Answer>(
  parent: Command,
  name: string,
  stream: S,
  { read, text, endsItself, ...how }: Streamed<S, Answer>,
): void {
  const command = declaredCommand(parent, name, stream, how, async (given, asJson) => {
    const follow = (interruption: AbortSignal) =>
      withOperations(
        (operate) => read(operate.stream(stream, sentOf(stream, given), interruption), given, interruption),
        how,
      );
    const told = await (endsItself ? untilInterrupted(follow) : follow(new AbortController().signal));
    if (text) tell(told, given, asJson, { ...how, text });
  });
  if (text) withJson(command);
}

/** Prints each item as a line of JSON. */
export async function printLines(items: AsyncIterable<unknown>): Promise<void> {
  for await (const item of items) await print(linesOf([item]));
}

function* linesOf(items: Iterable<unknown>): Generator<string> {
  for (const item of items) yield `${JSON.stringify(item)}\n`;
}

// Waits for a reader that is slower than the database.
async function print(texts: Iterable<string>): Promise<void> {
  for (const text of texts) if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

function withJson(command: Command): void {
  command.option('--json', 'print JSON');
}

function tell<Answer>(
  told: Answer,
  given: Given,
  asJson: boolean | undefined,
  { json = (data) => data, text, failure }: InWords<Answer>,
): void {
  answer(asJson, json(told, given), () => text(told, given));
  fail(failure?.(told, given));
}

function fail(failure: string | boolean | undefined): void {
  if (typeof failure === 'string') throw new Problem(failure);
  if (failure === true) process.exitCode = 1;
}

function countOf(limit: string, what: string): number {
  const most = Number(numberOf('--limit', limit, what));
  if (!Number.isInteger(most) || most < 1)
    throw new Problem(`--limit ${limit} is not a number of ${what}.`, 2);
  return most;
}

async function madeFields({ made = {} }: Line, given: Given): Promise<object> {
  const fields = await Promise.all(
    Object.entries(made).map(async ([name, make]) => [name, await make(given)] as const),
  );
  return Object.fromEntries(fields);
}

async function ask<E extends AdminEndpoint>(
  operate: Operate,
  endpoint: E,
  { missing, ofTenant }: How<never>,
  given: Given,
  more: Page,
): Promise<EndpointData<E>> {
  const asked = ofTenant && given['tenantId'] !== undefined ? (ofTenant as E) : endpoint;
  return operate.call(asked, sentOf(asked, given, more)).catch((error: unknown): never => {
    if (missing && (error as { code?: unknown }).code === 'NOT_FOUND') throw new Problem(missing(given));
    throw error;
  });
}

function sentOf({ params, query, body }: Operation, given: Given, more: Page = {}) {
  return {
    params: givenFields(params, given),
    query: { ...givenFields(query, given), ...more.query },
    body: { ...givenFields(body, given), ...more.body },
  };
}
