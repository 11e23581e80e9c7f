/** Findings in words, worst first, each with buttons for the operations that do what is to be done. */
import type { Finding } from '@sluice/contracts';
import { Link } from 'react-router';
import { may, type OperationId } from '../api/session.js';
import { orLoadAgain } from '../frame/load-again.js';
import { Button, buttonClass } from './button.js';
import { numberText } from './figure.js';
import { TimeInText } from './time.js';
import { Until } from './until.js';

const loadQuestion = orLoadAgain(() => import('./act-on-finding.js'));

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
          <Actions finding={finding} />
        </li>
      ))}
    </ul>
  );
}

function Actions({ finding }: { readonly finding: Finding }) {
  const mine = finding.actions.filter(({ operationId }) => may(operationId as OperationId, finding.tenantId));
  if (mine.length === 0) return null;
  return (
    <p className="actions">
      {mine.map((action) =>
        'link' in action ? (
          <Link key={action.operationId} className={buttonClass({ small: true })} to={action.link}>
            {action.label}
          </Link>
        ) : (
          <Button
            key={action.operationId}
            small
            onClick={async () => (await loadQuestion()).actOnFinding(finding, action)}
          >
            {action.label}
          </Button>
        ),
      )}
    </p>
  );
}

function FindingFacts({ finding: { since, count, counted, next } }: { readonly finding: Finding }) {
  return (
    <>
      {since !== undefined && (
        <>
          {' since '}
          <TimeInText at={since} />
        </>
      )}
      {count !== undefined && `; ${numberText(count)} ${counted ?? ''}`}
      {next && (
        <>
          {`; ${next.text} `}
          <Until at={next.at} />
        </>
      )}
    </>
  );
}
