/** The commands of `sluice`, from the command line itself. */
import { commandLine } from '@sluice/cli';
import { serviceNames } from '@sluice/local';
import type { Argument, Command, Option } from 'commander';
import { code, opened, plain, table } from './markdown.js';

/** The page. */
export async function renderCommands(): Promise<string> {
  const program = await commandLine();
  const leaves = program.commands.flatMap((command) => leavesOf(command, ''));
  return [
    opened(
      'Commands',
      'From a clone, `npm run sluice --` takes the place of `sluice`. Exit codes: 0 done, 1 failed, 2 wrong usage. `sluice COMMAND --help` says the same as this page.',
      `\`sluice\` with the name of a service runs it until it is told to stop: ${serviceNames.map(code).join(', ')}.`,
    ),
    '## For every command\n',
    table(['option', 'meaning'], program.options.map(optionRow)),
    ...leaves.map(told),
  ].join('\n');
}

interface Leaf {
  readonly way: string;
  readonly command: Command;
}

function leavesOf(command: Command, before: string): readonly Leaf[] {
  const way = `${before} ${command.name()}`.trim();
  return command.commands.length === 0
    ? [{ way, command }]
    : command.commands.flatMap((sub) => leavesOf(sub, way));
}

function told({ way, command }: Leaf): string {
  const shown = command.registeredArguments.map(argumentText);
  const options = command.options.length > 0 ? ['[options]'] : [];
  const rows = [...command.registeredArguments.map(argumentRow), ...command.options.map(optionRow)];
  return [
    `## ${way}\n`,
    `${code(['sluice', way, ...options, ...shown].join(' '))}: ${plain(command.description().replace(/\.$/, ''))}.\n`,
    ...(rows.length === 0 ? [] : [table(['option', 'meaning'], rows)]),
  ].join('\n');
}

function argumentText(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function argumentRow(argument: Argument): readonly string[] {
  return [code(argumentText(argument)), withChoices(argument.description, argument.argChoices)];
}

function optionRow(option: Option): readonly string[] {
  const must = option.mandatory ? ' (required)' : '';
  const given: unknown = option.defaultValue;
  const usual = typeof given === 'string' || typeof given === 'number' ? ` (default: ${given})` : '';
  return [code(option.flags), `${withChoices(option.description, option.argChoices)}${usual}${must}`];
}

function withChoices(description: string, choices: readonly string[] | undefined): string {
  return choices ? `${description}: ${choices.map(code).join(', ')}` : description;
}
