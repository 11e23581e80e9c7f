/** The parts of bodies that the table of a lead's fields makes. */
import type { z } from 'zod';
import type { Way } from './columns.js';
import { rowOf, type LeadFields, type TakenBy } from './lead-fields.js';
import { takenBy } from './orders.js';

/** The schemas of the fields that a way takes, by name. */
export type WayShape<W extends Way> = {
  [Name in TakenBy<W>]: LeadFields[Name]['in'] extends Readonly<Record<W, infer Schema extends z.ZodType>>
    ? Schema
    : never;
};

/** The fields of a body, in its order. */
export function shapeOf<W extends Way>(way: W): WayShape<W> {
  return Object.fromEntries(takenBy(way).map((name) => [name, rowOf(name).in[way]])) as WayShape<W>;
}

/** The fields that a lead needs when it is created; submit may leave them out only where the lead exists. */
export const neededByNewLead = takenBy('submit').filter((name) => {
  const { submit, create } = rowOf(name).in;
  return submit?.isOptional() === true && create?.isOptional() === false;
});
