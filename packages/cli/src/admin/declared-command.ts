/**
 * The command line of an operation: arguments, options and help as its declaration has them, and what was given, by the
 * names of its fields.
 */
import { declaredFields, type AdminEndpoint, type AdminStream, type DeclaredField } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import { Argument, Option, type Command } from 'commander';
import { instantOf, numberOf } from '../typed-values.js';
import { typedPath } from '../where.js';

/** What was given on the command line: the declaration's fields, and the command's own options, by their names. */
export type Given = Readonly<Record<string, string>>;

/** An operation of either kind. */
export type Operation = AdminEndpoint | AdminStream;

/** What a command line has otherwise than its declaration, or besides it. */
export interface Line {
  /** Fields that are arguments, behind those of the path. */
  readonly arguments?: readonly string[];
  /** A file that is the last argument: what it is. */
  readonly file?: string;
  /** Names of options that are not those of their fields. */
  readonly options?: Readonly<Record<string, string>>;
  /** What stands for options that are not given. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Fields that are times, of which any ISO 8601 time may be typed. */
  readonly times?: readonly string[];
  /** Fields of the body that are made of something else than an option, e.g. of standard input. */
  readonly made?: Readonly<Record<string, (given: Given) => unknown>>;
  /** Further options, as Commander writes them, with what they are. */
  readonly own?: Readonly<Record<string, string>>;
  /** Its group of commands means it, where the name is left out. */
  readonly isDefault?: boolean;
  /** What the help says beyond the declaration. */
  readonly input?: string;
  /** The same for one tenant, with `--tenant`. */
  readonly ofTenant?: AdminEndpoint;
}

const ENCODING = 'encoding of the file, e.g. windows-1252 (default: UTF-8, or UTF-16 with its mark)';

/** Adds the command `name` for an operation; `run` is called with what was given. */
export function declaredCommand(
  parent: Command,
  name: string,
  operation: Operation,
  line: Line,
  run: (given: Given, asJson: boolean | undefined) => Promise<void>,
): Command {
  const { optional, positional, ofTenant } = fieldsOfLine(operation, line);
  const renamed: Readonly<Record<string, string>> = { [TENANT]: 'tenant', ...line.options };
  const command = parent
    .command(name, { isDefault: line.isDefault ?? false })
    .summary(begunSmall(operation.summary))
    .description([operation.description, line.input ?? ''].join(' ').trim());
  for (const field of positional) command.addArgument(argumentOf(field));
  if (line.file !== undefined) command.argument('<file>', line.file).option('--encoding <name>', ENCODING);
  for (const field of optional) {
    const option = optionOf(field, renamed[field.name], line);
    const { [field.name]: usual } = line.defaults ?? {};
    command.addOption(usual === undefined ? option : option.default(usual));
  }
  for (const [flags, description] of Object.entries(line.own ?? {})) command.option(flags, description);
  return command.action(async () => {
    const { json, ...given } = command.opts<Record<string, string>>();
    for (const [at, { name: argument }] of positional.entries()) given[argument] = command.args[at] ?? '';
    if (line.file !== undefined) given['file'] = typedPath(command.args.at(-1) ?? '');
    for (const field of optional) {
      const option = renamed[field.name] ?? field.name;
      const { [option]: value } = given;
      if (value === undefined) continue;
      given[field.name] = valueOf(field, `--${kebab(option)}`, value, line);
      if (ofTenant.includes(field) && given[TENANT] === undefined)
        throw new Problem(`--${kebab(option)} goes with --tenant only.`, 2);
    }
    await run(given, json !== undefined);
  });
}

/** The fields of a part of the call that were given, as its schema takes them. */
export function givenFields(schema: Operation['body'], given: Given): Record<string, unknown> {
  const set = declaredFields(schema).filter((field) => !field.isComposite && given[field.name] !== undefined);
  return Object.fromEntries(
    set.map(({ name, isFlag, isList, isNumber }) => {
      const text = given[name] ?? '';
      return [name, isList ? wordsOf(text) : isNumber ? Number(text) : isFlag || text];
    }),
  );
}

/** Whether an operation is read page by page: it then is read to its end. */
export function isPaged(schema: Operation['body']): boolean {
  return declaredFields(schema).some(({ name }) => name === 'cursor');
}

const TENANT = 'tenantId';
const PAGE: readonly string[] = ['limit', 'cursor'];

function fieldsOfLine({ params, query, body }: Operation, line: Line) {
  const { arguments: listed = [], made = {} } = line;
  const asked = [query, body].flatMap((part) =>
    declaredFields(part).filter(({ name }) => !(isPaged(part) && PAGE.includes(name))),
  );
  const typed = asked.filter(({ name, isComposite }) => !isComposite && made[name] === undefined);
  const [tenant, path] = [true, false].map((is) =>
    declaredFields(params).filter(({ name }) => (name === TENANT) === is),
  ) as [DeclaredField[], DeclaredField[]];
  const known = new Map(declaredFields(line.ofTenant?.body).map((field) => [field.name, field]));
  const ofTenant = [
    ...declaredFields(line.ofTenant?.params).filter(({ name }) => name === TENANT),
    ...[...known.values()].filter(({ name }) => !asked.some((field) => field.name === name)),
  ].map((field) => ({ ...field, isRequired: false }));
  return {
    ofTenant,
    positional: [...path, ...listed.flatMap((one) => typed.find(({ name }) => name === one) ?? [])],
    optional: [
      ...tenant,
      ...ofTenant,
      ...typed
        .filter(({ name }) => !listed.includes(name))
        .map((field) => ({ ...field, choices: bothChoices(field, known.get(field.name)) })),
    ],
  };
}

// Which of them the tenant, or the installation, has is judged by the operation.
function bothChoices({ choices }: DeclaredField, ofTenant?: DeclaredField): readonly string[] | undefined {
  return choices && [...new Set([...choices, ...(ofTenant?.choices ?? [])])];
}

function valueOf(
  { name, items, isNumber }: DeclaredField,
  option: string,
  value: string,
  { times = [] }: Line,
): string {
  if (times.includes(name)) return instantOf(option, value);
  if (isNumber) return numberOf(option, value, unitOf(name));
  return items === undefined
    ? value
    : wordsOf(value)
        .map((word) => itemOf(option, word, items))
        .join();
}

// A list without any word names the empty one, which is refused; it does not mean all.
function wordsOf(text: string): string[] {
  const words = text.split(',').map((word) => word.trim());
  const visible = words.filter((word) => word !== '');
  return visible.length > 0 ? visible : [''];
}

function itemOf(option: string, word: string, items: readonly string[]): string {
  const known = items.find((one) => one.toLowerCase() === word.toLowerCase());
  if (known === undefined) throw new Problem(`${option} ${word} is not one of ${items.join(', ')}.`, 2);
  return known;
}

function argumentOf({ name, description, choices }: DeclaredField): Argument {
  const argument = new Argument(`<${name}>`, help(description));
  return choices ? argument.choices(choices) : argument;
}

function optionOf(field: DeclaredField, renamed: string | undefined, { times = [] }: Line): Option {
  const { name, description, isFlag, isRequired, isNumber, choices, items = [] } = field;
  const typed = isNumber ? unitOf(name) : times.includes(name) ? 'time' : 'text';
  const value = isFlag ? '' : ` <${name === TENANT ? 'tenant' : choices ? name : typed}>`;
  const words = description.includes(items.join(', ')) ? '' : `: ${items.join(', ')}`;
  const option = new Option(`--${kebab(renamed ?? name)}${value}`, help(description) + words);
  if (choices) option.choices(choices);
  return option.makeOptionMandatory(isRequired && !isFlag);
}

const unitOf = (name: string): string => (name.endsWith('Seconds') ? 'seconds' : 'number');
const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const help = (description: string): string => begunSmall(description.replace(/\.$/, ''));
const begunSmall = (text: string): string =>
  text.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
