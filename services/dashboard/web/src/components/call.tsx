/** A call to a receiver: its request and its answer. */
import type { CallView } from '@sluice/contracts';
import { durationText } from './time.js';

/** A call with its request and its answer, collapsed. */
export function Call({
  call: { n, outcome, status, durationMs, request, answer },
}: {
  readonly call: CallView;
}) {
  const facts = [
    status === undefined ? undefined : `answered ${status}`,
    durationMs === undefined ? undefined : durationText(durationMs),
    outcome,
  ].filter((part) => part !== undefined);
  if (!request && !answer)
    return (
      <p className="quiet">
        Call {n}: {facts.join(', ')}
      </p>
    );
  return (
    <details className="call">
      <summary>
        Call {n}: {facts.join(', ')}
      </summary>
      {request && (
        <>
          <h3>Request</h3>
          <p className="quiet">{request.note}</p>
          <RequestText {...request} />
        </>
      )}
      {answer && (
        <>
          <h3>Answer</h3>
          <pre tabIndex={0}>
            {answer.body ?? `(${answer.characters} characters, hidden with the personal data)`}
          </pre>
        </>
      )}
    </details>
  );
}

type RequestView = NonNullable<CallView['request']>;

/** A request as it goes over the wire. */
export function RequestText({
  method,
  url,
  headers,
  body = '(body hidden with the personal data)',
}: Omit<RequestView, 'note'>) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return <pre tabIndex={0}>{[`${method} ${url}`, ...lines, '', body].join('\n')}</pre>;
}
