/** What an endpoint's rules make of an answer: one that is pasted, or one of its last real ones. */
import type { adminListEndpointAnswers, EndpointData } from '@sluice/contracts';
import { useMutation } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { Link } from 'react-router';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { StatusBadge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { FormArea, FormText } from '../../components/form-fields.js';
import { FormProblem } from '../../components/form-problem.js';
import { NeedsRole } from '../../components/needs-role.js';
import { Panel } from '../../components/panel.js';
import { Empty } from '../../components/states.js';
import { submit } from '../../components/submit.js';
import { Table } from '../../components/table.js';
import { TimeAndAge } from '../../components/time.js';
import { Meaning, Since } from './meaning.js';
import { tryEndpoint, type EndpointInForm, type Typed } from './try-endpoint.js';

type RealAnswer = EndpointData<typeof adminListEndpointAnswers>['answers'][number];

export function AnswerTest(endpoint: EndpointInForm) {
  const { tenantId, id } = endpoint;
  const form = useFormContext<Typed>();
  const tried = useMutation({
    mutationFn: async ({ answer: { status, headers, body } }: Typed) =>
      tryEndpoint(endpoint, { answer: { status: Number(status), headers: headersIn(headers), body } }),
  });
  const read = async (typed: Typed) => {
    tried.reset();
    const problem = headersProblem(typed.answer.headers);
    if (problem === undefined) return tried.mutateAsync(typed);
    return form.setError('answer.headers', { message: problem });
  };
  const choose = ({ status = 0, body = '' }: RealAnswer) => {
    form.setValue('answer', { status: String(status), headers: '', body });
    return submit(form, read)();
  };
  return (
    <>
      <div className="panels">
        <Panel title="An answer of the buyer">
          <FormText name="answer.status" label="Status" inputMode="numeric" autoComplete="off" />
          <FormArea name="answer.headers" label="Headers" hint="One a line, as Name: value." rows={2} code />
          <FormArea name="answer.body" label="Body" code />
          <FormProblem />
          <Button main onClick={submit(form, read)}>
            Read the answer
          </Button>
        </Panel>
        <div aria-live="polite">
          {tried.data && (
            <Panel title="What it means">
              <Since tried={tried.data} item={endpoint.item} />
              <Meaning tried={tried.data} />
            </Panel>
          )}
        </div>
      </div>
      {id !== undefined && <LastAnswers tenantId={tenantId} id={id} onChoose={choose} />}
    </>
  );
}

interface LastAnswersProps {
  readonly tenantId: string;
  readonly id: string;
  readonly onChoose: (answer: RealAnswer) => unknown;
}

function LastAnswers({ tenantId, id, onChoose }: LastAnswersProps) {
  const list = useMutation({
    mutationFn: () => {
      const path = pathTo`/admin/v1/tenants/${tenantId}/items/deliveryEndpoints/${id}/answers`;
      return call<typeof adminListEndpointAnswers>('GET', path);
    },
  });
  return (
    <Panel title="Its last real answers">
      {may('adminListEndpointAnswers', tenantId) ? (
        <>
          <p className="quiet">They hold what the buyer wrote about people. The audit records who asked.</p>
          <Button onClick={() => list.mutateAsync()}>Show its last answers</Button>
        </>
      ) : (
        <NeedsRole what="Seeing what the buyer wrote about people" role="operate" />
      )}
      {list.data && (
        <Table
          label="Its last real answers"
          rows={list.data.answers}
          keyOf={({ at, leadId }) => `${at} ${leadId}`}
          cards
          empty={<Empty title="It has answered no lead yet" />}
          columns={[
            { head: 'When', shrink: true, cell: ({ at }) => <TimeAndAge at={at} /> },
            {
              head: 'Lead',
              cell: ({ leadId }) => <Link to={pathTo`/leads/${tenantId}/${leadId}`}>{leadId}</Link>,
            },
            { head: 'It was', shrink: true, cell: ({ outcome }) => <StatusBadge status={outcome} /> },
            { head: 'Status', shrink: true, cell: ({ status, failure }) => status ?? failure },
            { head: 'Answer', cell: ({ body = '' }) => <span className="break">{beginning(body)}</span> },
            {
              head: 'Try it',
              shrink: true,
              cell: (answer) =>
                answer.status !== undefined && (
                  <Button
                    small
                    label={`Try the answer about ${answer.leadId}`}
                    onClick={() => onChoose(answer)}
                  >
                    Try
                  </Button>
                ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

const SHOWN = 120;
const beginning = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

const linesIn = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
const headerIn = (line: string) => /^\s*([^:\s]+):\s*(.*)$/.exec(line);

function headersProblem(text: string): string | undefined {
  const wrong = linesIn(text).find((line) => headerIn(line) === null);
  return wrong === undefined ? undefined : `“${wrong}” is not of the form Name: value.`;
}

function headersIn(text: string): Record<string, string> {
  const pairs = linesIn(text).map((line) => headerIn(line) ?? []);
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value.trim()]));
}
