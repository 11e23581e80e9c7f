/** Sentences in plain words, each with its reasons below it, collapsed until opened. */
import type { SentenceView } from '@sluice/contracts';

interface SentencesProps {
  readonly sentences: readonly SentenceView[];
  /** How many levels of reasons are open from the start. */
  readonly open?: number;
  /** Without colours: a campaign's refusals are rules and nothing wrong. */
  readonly calm?: boolean;
}

export function Sentences({ sentences, open = 1, calm }: SentencesProps) {
  return (
    <ul className="sentences">
      {sentences.map((sentence, index) => (
        <li key={index} className={calm ? undefined : sentence.tone}>
          <Sentence sentence={sentence} open={open} />
        </li>
      ))}
    </ul>
  );
}

/** One sentence; the mark before it shows its tone, and the colour repeats it. */
export function Sentence({
  sentence: { text, of = [] },
  open = 1,
}: {
  sentence: SentenceView;
  open?: number;
}) {
  if (of.length === 0) return <span>{text}</span>;
  return (
    <details open={open > 0}>
      <summary>{text}</summary>
      <Sentences sentences={of} open={open - 1} />
    </details>
  );
}
