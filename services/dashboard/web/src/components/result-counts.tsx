/** How many rows of a file have each result; results without a row are left out. */
import { Figure, numberText } from './figure.js';

interface ResultCountsProps {
  /** Names of results, with how many rows have them. */
  readonly counts: readonly (readonly [name: string, count: number])[];
}

export function ResultCounts({ counts }: ResultCountsProps) {
  return (
    <div className="figures">
      {counts
        .filter(([, count]) => count > 0)
        .map(([name, count]) => (
          <Figure key={name} name={name}>
            {numberText(count)}
          </Figure>
        ))}
    </div>
  );
}
