/** The findings in words, worst first, or a sentence that all is well. */
import type { Finding, NowState } from '@sluice/contracts';
import { Link } from 'react-router';
import { Ago, durationText, isToday, Time } from '../../components/time.js';
import { numberText } from '../../components/figure.js';
import { useZone } from '../../components/zone.js';

const tones = { bad: 'bad', warning: 'warn', note: 'note' } as const;
const words = { bad: 'Error', warning: 'Warning', note: 'Note' } as const;

export function FindingList({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <ul className="findings" aria-label="Findings">
      {findings.map((finding) => (
        <li key={finding.id} className={`finding ${tones[finding.severity]}`}>
          <Link to={finding.link}>
            <span className="visually-hidden">{words[finding.severity]}: </span>
            <strong>{finding.headline}</strong>
            <FindingFacts finding={finding} />
          </Link>
          {finding.todo !== undefined && <p className="quiet">{finding.todo}</p>}
        </li>
      ))}
    </ul>
  );
}

function FindingFacts({ finding: { since, count, counted, next } }: { readonly finding: Finding }) {
  const zone = useZone();
  return (
    <>
      {since !== undefined && (
        <>
          {' since '}
          <Time at={since} timeOnly={isToday(since, zone)} />
        </>
      )}
      {count !== undefined && `; ${numberText(count)} ${counted ?? ''}`}
      {next && (
        <>
          {`; ${next.text} `}
          <Ago at={next.at} />
        </>
      )}
    </>
  );
}

/** One calm sentence instead of findings. */
export function AllWell({ state }: { readonly state: NowState }) {
  const last = state.minutes?.[0];
  const delivered = last?.ended['delivered'] ?? 0;
  return (
    <div className="all-well" role="status">
      <strong>No problems.</strong>{' '}
      {last && last.accepted + delivered > 0
        ? `In the last minute ${numberText(last.accepted)} leads were accepted and ${numberText(delivered)} delivered${
            last.p95Ms === undefined ? '' : ` (p95 ${durationText(last.p95Ms)})`
          }.`
        : 'No leads came in during the last minute.'}
    </div>
  );
}
