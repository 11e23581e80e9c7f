/** The moments of a lead in order, each with its reasons and its calls. */
import type { Moment } from '@sluice/contracts';
import { Call } from '../../components/call.js';
import { Sentence } from '../../components/sentences.js';
import { TimeAndAge } from '../../components/time.js';

export function Timeline({ moments }: { readonly moments: readonly Moment[] }) {
  return (
    <ol className="timeline">
      {together(moments).map((these, index) => (
        <li key={index} className={these[0].what.tone}>
          <div className="timeline-at">
            <TimeAndAge at={these[0].at} />
            <span className="quiet">{these[0].kind}</span>
          </div>
          {these.length === 1 ? <What moment={these[0]} /> : <Notifications moments={these} />}
        </li>
      ))}
    </ol>
  );
}

type Together = readonly [Moment, ...Moment[]];

// Notifications that follow each other and of which none failed are one line.
function together(moments: readonly Moment[]): readonly Together[] {
  const lines: [Moment, ...Moment[]][] = [];
  for (const moment of moments) {
    const before = lines.at(-1);
    if (before && isQuietEffect(before[0]) && isQuietEffect(moment)) before.push(moment);
    else lines.push([moment]);
  }
  return lines;
}

function isQuietEffect({ kind, what: { tone } }: Moment): boolean {
  return kind === 'effect' && tone !== 'bad' && tone !== 'warn';
}

function Notifications({ moments }: { readonly moments: Together }) {
  return (
    <details className="timeline-what">
      <summary>{moments.length} notifications, calls and pixels</summary>
      {moments.map((moment, index) => (
        <What key={index} moment={moment} />
      ))}
    </details>
  );
}

function What({ moment }: { readonly moment: Moment }) {
  return (
    <div className="timeline-what">
      <Sentence sentence={moment.what} open={2} />
      {moment.link && (
        <p>
          <a href={moment.link.url} target="_blank" rel="noreferrer noopener">
            {moment.link.text}
          </a>
        </p>
      )}
      {moment.calls?.map((made) => (
        <Call key={made.n} call={made} />
      ))}
    </div>
  );
}
