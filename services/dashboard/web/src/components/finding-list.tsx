/** Findings in words, worst first, each with buttons for the operations that do what is to be done. */
import type { adminOpenCircuit, Finding, FindingAction } from '@sluice/contracts';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { call } from '../api/call.js';
import { may } from '../api/session.js';
import { Button, buttonClass } from './button.js';
import { ask, confirm } from './confirm.js';
import { numberText } from './figure.js';
import { FormText } from './form-fields.js';
import { requiredText } from './form-texts.js';
import { Ago, isToday, Time } from './time.js';
import { toastGood } from './toast.js';
import { Until } from './until.js';
import { useZone } from './zone.js';

type Call = Extract<FindingAction, { readonly path: string }>;

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
  const mine = finding.actions.filter(({ role }) => may(role));
  if (mine.length === 0) return null;
  return (
    <p className="actions">
      {mine.map((action) =>
        'link' in action ? (
          <Link key={action.operationId} className={buttonClass({ small: true })} to={action.link}>
            {action.label}
          </Link>
        ) : (
          <Button key={action.operationId} small onClick={() => askTo(finding, action)}>
            {action.label}
          </Button>
        ),
      )}
    </p>
  );
}

function askTo({ headline, todo }: Finding, { method, path, label, needsReason }: Call): void {
  const asked = {
    title: `${label}?`,
    what: (
      <>
        <p>{headline}.</p>
        <p>{todo}</p>
      </>
    ),
    does: label,
  };
  const run = async (body?: { readonly reason: string }) => {
    await call<typeof adminOpenCircuit>(method, path, { body });
    toastGood(`${label}: done.`);
  };
  if (!needsReason) return confirm({ ...asked, run: () => run() });
  ask({
    ...asked,
    schema: z.object({ reason: requiredText('Say why, for others who see it.') }),
    initial: { reason: '' },
    fields: <FormText name="reason" label="Reason" hint="Shown to others." required />,
    run,
  });
}

function FindingFacts({ finding: { since, count, counted, next } }: { readonly finding: Finding }) {
  const zone = useZone();
  return (
    <>
      {since !== undefined && (
        <>
          {' since '}
          <Time at={since} timeOnly={isToday(since, zone)} /> (<Ago at={since} />)
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
