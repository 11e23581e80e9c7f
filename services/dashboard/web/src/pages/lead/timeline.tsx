/** The moments of a lead in order, each with its reasons and its calls. */
import type { CallView, Moment } from '@sluice/contracts';
import { Sentence } from '../../components/sentences.js';
import { durationText, Time } from '../../components/time.js';

export function Timeline({ moments }: { readonly moments: readonly Moment[] }) {
  return (
    <ol className="timeline">
      {moments.map((moment, index) => (
        <li key={index} className={moment.what.tone}>
          <div className="timeline-at">
            <Time at={moment.at} />
            <span className="quiet">{moment.kind}</span>
          </div>
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
        </li>
      ))}
    </ol>
  );
}

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
          <pre tabIndex={0}>
            {[
              `${request.method} ${request.url}`,
              ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
              '',
              request.body ?? '(body hidden with the personal data)',
            ].join('\n')}
          </pre>
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
