/** How much waits, and for what: one number for each, wherever it is shown, with what it counts. */
import type { NowState } from '@sluice/contracts';
import { Figure, numberText } from './figure.js';

type Waits = NowState['waits'];

/** Each kind of waiting by its name and what is counted. */
const kinds: readonly (readonly [keyof Waits, name: string, counts: string])[] = [
  ['inQueues', 'In queues', 'leads and effects that a worker may take, or has taken'],
  ['later', 'Delayed', 'in queues too, until a retry, a buyer or a campaign is ready'],
  ['held', 'Held', 'leads, for opening hours or a cap'],
  ['onHold', 'On hold', 'leads, until a person releases the calls'],
  ['person', 'Wait for a person', 'leads, on Attention'],
];

export function WaitFigures({
  waits,
  only,
}: {
  readonly waits: Waits;
  readonly only?: readonly (keyof Waits)[];
}) {
  return kinds
    .filter(([kind]) => only?.includes(kind) ?? true)
    .map(([kind, name, counts]) => (
      <Figure key={kind} name={name} note={counts}>
        {waits[kind] === undefined ? '–' : numberText(waits[kind])}
      </Figure>
    ));
}
