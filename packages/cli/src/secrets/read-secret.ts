/** Reads the value of a secret without showing it: from a terminal by asking, else from standard input. */
import { decodeText } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** The value; the line break at its end, which `echo` adds, is no part of it. Throws a {@link Problem} without a value. */
export async function readSecret(question: string): Promise<string> {
  const read = process.stdin.isTTY ? await asked(question) : decodeText(await buffer(process.stdin));
  if (read === undefined) throw new Problem('Standard input must be UTF-8.', 2);
  const value = read.replace(/\r?\n$/, '');
  if (value === '') throw new Problem('Standard input must contain the value.', 2);
  return value;
}

function asked(question: string): Promise<string> {
  process.stderr.write(question);
  // What is typed is shown nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  return new Promise((resolve, reject) => {
    const end = () => {
      terminal.close();
      process.stderr.write('\n');
    };
    terminal.once('SIGINT', () => {
      end();
      reject(new Problem('Nothing was set.'));
    });
    terminal.question('', (typed) => {
      end();
      resolve(typed);
    });
  });
}
