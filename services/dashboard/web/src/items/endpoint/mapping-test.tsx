/** The request that an endpoint would make of a lead, and one real call with a made-up one. */
import { useMutation } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Call, RequestText } from '../../components/call.js';
import { confirm } from '../../components/confirm.js';
import { FormProblem } from '../../components/form-problem.js';
import { Panel } from '../../components/panel.js';
import { Empty } from '../../components/states.js';
import { submit } from '../../components/submit.js';
import { Table } from '../../components/table.js';
import { leadOf, LeadToTry } from '../../components/try/made-up-lead.js';
import type { Item } from '../values.js';
import { Meaning, Since } from './meaning.js';
import { tryEndpoint, type EndpointInForm, type Tried, type Typed } from './try-endpoint.js';

export function MappingTest(endpoint: EndpointInForm) {
  const form = useFormContext<Typed>();
  const request = useMutation({
    mutationFn: (typed: Typed) => tryEndpoint(endpoint, leadOf(typed)),
  });
  const test = useMutation({
    mutationFn: (lead: object) => tryEndpoint(endpoint, { ...lead, send: true }),
  });
  // First the request, so that what is wrong is said beside its field and not in the question.
  const send = async (typed: Typed) => {
    const lead = leadOf(typed);
    if ('leadId' in lead)
      return form.setError('leadId', { message: 'A test is sent with the made-up lead only: empty this.' });
    test.reset();
    const { request: shown } = await request.mutateAsync(typed);
    return confirm({
      title: 'Send a test to the buyer?',
      what: `Sends the made-up lead once to ${shown.url}, with the endpoint’s secrets. The buyer really receives it. Sluice counts nothing and keeps only an audit entry.`,
      does: 'Send test',
      run: () => test.mutateAsync(lead),
    });
  };
  return (
    <div className="panels">
      <Panel title="A lead">
        <LeadToTry tenantId={endpoint.tenantId} operation="adminTryEndpoint:people" />
        <FormProblem />
        <div className="actions">
          <Button main onClick={submit(form, request.mutateAsync)}>
            Show the request
          </Button>
          <Button onClick={submit(form, send)}>Send a test…</Button>
        </div>
      </Panel>
      <div className="stack" aria-live="polite">
        {request.data && <Request tried={request.data} item={endpoint.item} />}
        {test.data && <Sent tried={test.data} item={endpoint.item} />}
      </div>
    </div>
  );
}

interface TriedProps {
  readonly tried: Tried;
  readonly item: Item;
}

function Request({ tried, item }: TriedProps) {
  const { request, mapped } = tried;
  return (
    <Panel title="The request">
      <Since tried={tried} item={item} />
      <Table
        label="The mapping"
        rows={mapped}
        keyOf={({ name }) => name}
        empty={<Empty title="No mapping">The format and the template decide what is sent.</Empty>}
        columns={[
          { head: 'The buyer’s name', cell: ({ name }) => <code className="break">{name}</code> },
          { head: 'Our field', cell: ({ from }) => <code className="break">{from}</code> },
          {
            head: 'Value',
            cell: ({ value }) =>
              value === undefined ? (
                <Badge tone="warn">the lead has none</Badge>
              ) : (
                <span className="break">{value}</span>
              ),
          },
        ]}
      />
      <div className="call">
        <p className="quiet">As it would be sent, with references in place of secrets.</p>
        <RequestText {...request} />
      </div>
    </Panel>
  );
}

function Sent({ tried, item }: TriedProps) {
  const { request, answer, outcome = '' } = tried;
  return (
    <Panel title="The test call">
      <Since tried={tried} item={item} />
      <Meaning tried={tried} />
      {answer && (
        <Call
          call={{
            ...{ n: 1, at: '', outcome, status: answer.status, durationMs: answer.durationMs },
            request: { ...request, note: 'Sent as shown, with the values of the secrets.' },
            answer: { characters: answer.body.length, body: answer.body },
          }}
        />
      )}
    </Panel>
  );
}
