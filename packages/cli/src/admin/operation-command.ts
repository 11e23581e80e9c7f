/**
 * Commands that are one operation each. Arguments, options, help, `--json` and the reading of pages follow from the
 * operation's declaration; a command adds its columns, or its words.
 */
import type { Operate } from '@sluice/admin';
import { declaredFields, type AdminEndpoint, type DeclaredField, type EndpointData } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import { Argument, Option, type Command } from 'commander';
import { once } from 'node:events';
import { answer, table } from '../output.js';
import { instantOf } from '../typed-values.js';
import { withOperations, type OperationsNeeds } from './with-operations.js';

/** What was given on the command line, by the names of the declaration's fields. */
export type Given = Readonly<Record<string, string>>;

interface How<E extends AdminEndpoint> extends Pick<OperationsNeeds, 'queues' | 'isTyped'> {
  /** Fields of the body that are arguments, behind those of the path. */
  readonly arguments?: readonly string[];
  /** Names of options that are not those of their fields. */
  readonly options?: Readonly<Record<string, string>>;
  /** Fields of the body that are times, of which any ISO 8601 time may be typed. */
  readonly times?: readonly string[];
  /** Makes the body from something else than options for its fields, e.g. from standard input. */
  readonly body?: (given: Given, options: object) => Promise<Readonly<Record<string, unknown>>>;
  /** What the help says of it. */
  readonly input?: string;
  /** What to do instead where the answer is NOT_FOUND. */
  readonly missing?: (given: Given) => string;
  /** What `--json` prints; default: the answer. */
  readonly json?: (data: EndpointData<E>, given: Given) => unknown;
  /** Why the command has failed although there is an answer. */
  readonly failure?: (data: EndpointData<E>) => string | undefined;
}

/** An operation whose answer is told in words. */
interface InWords<E extends AdminEndpoint> extends How<E> {
  readonly text: (data: EndpointData<E>, given: Given) => string;
}

type RowOf<Data, Name> = Name extends keyof Data ? Extract<Data[Name], readonly unknown[]>[number] : never;

/** An operation whose answer is a list, of which `--json` prints the items. */
interface InColumns<E extends AdminEndpoint, Row> extends How<E> {
  readonly columns: Readonly<Record<string, (row: Row) => string>>;
  /** What an empty list says; default: the headings. */
  readonly none?: (given: Given) => string;
  /** The default of `--limit`; without it there is no such option, and all are shown. */
  readonly limit?: string;
}

/** Adds the command `name` that calls `endpoint` and prints its answer in words; options of its own may be added. */
export function addOperation<E extends AdminEndpoint>(
  parent: Command,
  name: string,
  endpoint: E,
  { text, json = (data) => data, ...how }: InWords<E>,
): Command {
  return commandOf(parent, name, endpoint, how, async (asked, asJson) => {
    const data = await withOperations((operate) => ask(operate, endpoint, how, asked), how);
    answer(asJson, json(data, asked.given), () => text(data, asked.given));
    refuseFailure(how.failure?.(data));
  }).option('--json', 'print JSON');
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
  const command = commandOf(parent, name, endpoint, how, async (asked, asJson) => {
    const most =
      limit === undefined ? Infinity : countOf(command.opts<{ limit: string }>().limit, String(list));
    const rows: Row[] = [];
    let last: EndpointData<E> | undefined;
    await withOperations(async (operate) => {
      for await (last of pagesOf(operate, endpoint, how, asked)) {
        rows.push(...(last[list] as Row[]));
        if (rows.length >= most) break;
      }
    }, how);
    const { given } = asked;
    const shown = rows.slice(0, most);
    answer(asJson, json && last ? json(last, given) : shown, () =>
      shown.length === 0 && none
        ? none(given)
        : table([
            Object.keys(columns),
            ...shown.map((row) => Object.values(columns).map((cell) => cell(row))),
          ]),
    );
    refuseFailure(last && how.failure?.(last));
  }).option('--json', 'print JSON');
  if (limit !== undefined) command.option('--limit <count>', 'how many, at most', limit);
}

/** Adds the command `name` that prints the field `list` of all pages of `endpoint` as lines of JSON. */
export function addLines<E extends AdminEndpoint>(
  parent: Command,
  name: string,
  endpoint: E,
  list: keyof EndpointData<E>,
  how: How<E>,
): void {
  addPrinted(parent, name, endpoint, how, (page) =>
    (page[list] as readonly unknown[]).map((item) => `${JSON.stringify(item)}\n`).join(''),
  );
}

/** Adds the command `name` that prints the table that `endpoint` answers as CSV, in parts. */
export function addCsv<E extends AdminEndpoint>(
  parent: Command,
  name: string,
  endpoint: E,
  how: How<E>,
): void {
  addPrinted(parent, name, endpoint, how, (part) => (part as { readonly csv: string }).csv);
}

function addPrinted<E extends AdminEndpoint>(
  parent: Command,
  name: string,
  endpoint: E,
  how: How<E>,
  text: (page: EndpointData<E>) => string,
): void {
  commandOf(parent, name, endpoint, how, (asked) =>
    withOperations(async (operate) => {
      for await (const page of pagesOf(operate, endpoint, how, asked))
        // Waits for a reader that is slower than the database.
        if (!process.stdout.write(text(page))) await once(process.stdout, 'drain');
    }, how),
  );
}

function countOf(limit: string, what: string): number {
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1)
    throw new Problem(`--limit ${limit} is not a number of ${what}.`, 2);
  return most;
}

const PAGE = 200;

interface Asked {
  readonly given: Given;
  /** Further fields of the body. */
  readonly body: object | undefined;
  readonly query?: object;
}

async function* pagesOf<E extends AdminEndpoint>(
  operate: Operate,
  endpoint: E,
  how: How<E>,
  asked: Asked,
): AsyncGenerator<EndpointData<E>, void, undefined> {
  const part = (['query', 'body'] as const).find((one) =>
    declaredFields(endpoint[one]).some((field) => field.name === 'cursor'),
  );
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = part && { [part]: { limit: PAGE, ...(cursor !== undefined && { cursor }) } };
    const data = await ask(operate, endpoint, how, { ...asked, ...page });
    yield data;
    ({ nextCursor: cursor = null } = data as { readonly nextCursor?: string | null });
  }
}

async function ask<E extends AdminEndpoint>(
  operate: Operate,
  endpoint: E,
  { missing }: How<E>,
  { given, body, query }: Asked,
): Promise<EndpointData<E>> {
  const sent = {
    params: fieldsOf(endpoint.params, given),
    query: { ...fieldsOf(endpoint.query, given), ...query },
    body: { ...fieldsOf(endpoint.body, given), ...body },
  };
  return operate.call(endpoint, sent).catch((error: unknown): never => {
    if (missing && (error as { code?: unknown }).code === 'NOT_FOUND') throw new Problem(missing(given));
    throw error;
  });
}

function fieldsOf(schema: AdminEndpoint['body'], given: Given): Record<string, unknown> {
  const set = declaredFields(schema).filter(({ name }) => given[name] !== undefined);
  return Object.fromEntries(
    set.map(({ name, isFlag, isList }) => {
      const text = given[name] ?? '';
      return [name, isList ? text.split(',').map((each) => each.trim()) : isFlag || text];
    }),
  );
}

function refuseFailure(failure: string | undefined): void {
  if (failure !== undefined) throw new Problem(failure);
}

function commandOf<E extends AdminEndpoint>(
  parent: Command,
  name: string,
  { params, query, body, summary, description }: E,
  how: How<E>,
  run: (asked: Asked, asJson: boolean | undefined) => Promise<void>,
): Command {
  const { options: renamed = {}, arguments: listed = [], times = [] } = how;
  // Pages are read to the end.
  const paged = ['limit', 'cursor'];
  const fields = [...declaredFields(query), ...(how.body ? [] : declaredFields(body))].filter(
    (field) => !paged.includes(field.name),
  );
  const positional = [
    ...declaredFields(params).filter((field) => field.name !== TENANT),
    ...listed.flatMap((one) => fields.find((field) => field.name === one) ?? []),
  ];
  const optional = fields.filter((field) => !listed.includes(field.name));
  const command = parent
    .command(name)
    .summary(begunSmall(summary))
    .description([description, how.input ?? ''].join(' ').trim());
  for (const field of positional) command.addArgument(argumentOf(field));
  if (declaredFields(params).some((field) => field.name === TENANT))
    command.requiredOption('--tenant <tenant>', 'the tenant');
  for (const field of optional) command.addOption(optionOf(field, renamed[field.name]));
  return command.action(async () => {
    const { json: asJson, tenant, ...typed } = command.opts<Record<string, string>>();
    const given: Record<string, string> = tenant === undefined ? {} : { [TENANT]: tenant };
    for (const [at, field] of positional.entries()) given[field.name] = command.args[at] ?? '';
    for (const field of optional) {
      const option = renamed[field.name] ?? field.name;
      const value = typed[option];
      if (value !== undefined)
        given[field.name] = times.includes(field.name) ? instantOf(`--${kebab(option)}`, value) : value;
    }
    await run({ given, body: await how.body?.(given, command.opts()) }, asJson !== undefined);
  });
}

const TENANT = 'tenantId';

function argumentOf({ name, description, choices }: DeclaredField): Argument {
  const argument = new Argument(`<${name}>`, help(description));
  return choices ? argument.choices(choices) : argument;
}

function optionOf(
  { name, description, isFlag, isRequired, choices }: DeclaredField,
  renamed?: string,
): Option {
  const value = isFlag ? '' : ` <${choices ? name : 'text'}>`;
  const option = new Option(`--${kebab(renamed ?? name)}${value}`, help(description));
  if (choices) option.choices(choices);
  return option.makeOptionMandatory(isRequired && !isFlag);
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const help = (description: string): string => begunSmall(description.replace(/\.$/, ''));
const begunSmall = (text: string): string =>
  text.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
