/** The command lines of the development tools, read by commander. Wrong usage is a `Problem` with exit code 2. */
import { Command, InvalidArgumentError } from 'commander';
import { Problem } from '@sluice/contracts';

/** The command of `npm run <tool>`; add its options, and then parse with {@link optionsOf}. */
export function toolCommand(tool: string): Command {
  return new Command(`npm run ${tool} --`)
    .allowExcessArguments(false)
    .configureOutput({ writeErr: () => undefined })
    .exitOverride(({ exitCode, message }) => {
      if (exitCode === 0) process.exit();
      throw new Problem(message, 2);
    });
}

/** The options that `args` give a command, with its defaults. @throws Problem that names what is wrong */
export function optionsOf<Options extends object>(command: Command, args: readonly string[]): Options {
  return command.parse(args, { from: 'user' }).opts<Options>();
}

/** Parses the value of an option: a whole number from 1 to `most`. */
export function wholeUpTo(most: number) {
  return (text: string): number => {
    if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
  };
}
