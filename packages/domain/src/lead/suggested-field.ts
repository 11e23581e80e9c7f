/**
 * Suggests the field of a lead that a person meant by another name. It is for messages and proposals: nothing is sent
 * under a guess.
 */
import { dataValues, leadItself, trackingFields, type ColumnNames } from '@sluice/contracts';

/** What people call the fields, without spaces and punctuation. Of two that are as near, the one named first is meant. */
const names: readonly (readonly [field: string, columns: ColumnNames | false])[] = [
  ...dataValues.map(({ path, says }) => [path, says.columns] as const),
  ...Object.entries(leadItself).map(([field, { columns }]) => [field, columns] as const),
  ['firstName and lastName', { people: 'fullname name leadname contactname nombrecompleto' }],
  ...Object.entries(trackingFields).map(
    ([name, { places, columns }]) => [`${places[0]}.${name}`, columns] as const,
  ),
];

const byName = new Map(
  names.flatMap(([field, columns]) =>
    columns === false ? [] : columns.people.split(' ').map((name) => [name, field] as const),
  ),
);

/** The field that people usually call so; undefined if they call none so. */
export function fieldCalled(name: string): string | undefined {
  return byName.get(plainName(name));
}

/** The field that a name that is none stands for, by its usual meaning or, failing that, by its spelling. */
export function suggestedField(name: string): string | undefined {
  const meant = fieldCalled(name);
  if (meant !== undefined) return meant;
  const plain = plainName(name);
  const most = Math.min(2, Math.floor(plain.length / 3));
  const [nearest] = [...byName]
    .map(([known, field]) => ({ field, distance: distance(plain, known, most) }))
    .filter((candidate) => candidate.distance <= most)
    .sort((one, other) => one.distance - other.distance);
  return nearest?.field;
}

/** A name as it is compared: without case, accents, spaces and punctuation. */
export function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** How many letters are missing, added, different or swapped with their neighbours; any number above `most` if more. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped = row > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          (above[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (above[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (before[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    before = above;
    above = current;
  }
  return above[other.length] ?? 0;
}
