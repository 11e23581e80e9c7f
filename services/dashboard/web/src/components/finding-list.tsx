/** Findings in words, worst first, each with a button for the operation that does what is to be done. */
import type { Finding, FindingAction } from '@sluice/contracts';
import { Link } from 'react-router';
import { call } from '../api/call.js';
import { may } from '../api/session.js';
import { Button } from './button.js';
import { confirm } from './confirm.js';
import { numberText } from './figure.js';
import { Ago, isToday, Time } from './time.js';
import { toastGood } from './toast.js';
import { useZone } from './zone.js';

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
          {finding.action && may(finding.action.role) && (
            <p>
              <ActionButton finding={finding} action={finding.action} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function ActionButton({
  finding: { headline, todo },
  action: { method, path, label },
}: {
  readonly finding: Finding;
  readonly action: FindingAction;
}) {
  const ask = (): void =>
    confirm({
      title: `${label}?`,
      what: (
        <>
          <p>{headline}.</p>
          <p>{todo}</p>
        </>
      ),
      does: label,
      run: async () => {
        await call(method, path);
        toastGood(`${label}: done.`);
      },
    });
  return (
    <Button small onClick={ask}>
      {label}
    </Button>
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
