/** What other texts repeat of the table of services, in the words in which they have to say it. */
import { services, type ServiceContract } from '@sluice/local';

const ports = (some: readonly ServiceContract[]) =>
  some.map(({ name, healthPort }) => `${name} ${healthPort}`);
const first = services[0] as ServiceContract;
const last = services.at(-1) as ServiceContract;
const between = services.slice(1, -1).map(({ healthPort }) => healthPort);

/** By the text that repeats it. */
export const repeatedSentences = {
  readme: [
    'README.md',
    [
      `${ports([first]).join()}, workers ${Math.min(...between)} to ${Math.max(...between)}, ${ports([last]).join()}`,
    ],
  ],
  watch: ['docs/run/watch.md', [`${ports([first]).join()} to ${ports([last]).join()}`]],
  example: ['.env.example', [ports(services).join(', ')]],
} as const satisfies Record<string, readonly [file: string, sentences: readonly string[]]>;
