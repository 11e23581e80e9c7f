/** The lead that is tried: an existing one, or a made-up one: the person, and answers by the fields of the tenant's library. */
import { useFieldArray } from 'react-hook-form';
import { may, type OperationId } from '../../api/session.js';
import { FormPick } from '../../frame/form-pick.js';
import { Button } from '../button.js';
import { FormText } from '../form-fields.js';
import { NeedsRole } from '../needs-role.js';

/** A made-up lead as it is typed. */
interface TypedLead {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  readonly address: { readonly state: string };
}

/** An answer as it is typed. */
interface TypedAnswer {
  readonly field: string;
  readonly value: string;
}

const aLead: TypedLead = {
  firstName: 'Ada',
  lastName: 'Byron',
  phone: '+16505551212',
  email: 'ada@example.com',
  address: { state: 'CA' },
};

/** What is typed of the lead that is tried. */
export const leadTyped = { leadId: '', lead: aLead, answers: [] as TypedAnswer[] };
type Typed = typeof leadTyped;

/** The lead of a call: the existing one, else the made-up one. */
export function leadOf({ leadId, lead, answers }: Typed) {
  return leadId.trim() === '' ? { lead: submissionOf(lead, answers) } : { leadId: leadId.trim() };
}

/** The lead in the format of a submission. */
function submissionOf(
  { address, ...person }: TypedLead,
  answers: readonly TypedAnswer[],
): Record<string, unknown> {
  const given = answers.filter(({ field, value }) => field !== '' && value !== '');
  const { state } = address;
  return {
    ...Object.fromEntries(Object.entries(person).filter(([, value]) => value.trim() !== '')),
    ...(state.trim() !== '' && { address: { state: state.trim() } }),
    questionnaire: Object.fromEntries(given.map(({ field, value }) => [field, value])),
  };
}

interface LeadToTryProps {
  readonly tenantId: string;
  /** Who may ask about an existing lead. */
  readonly operation: OperationId;
}

export function LeadToTry({ tenantId, operation }: LeadToTryProps) {
  return (
    <>
      {may(operation, tenantId) ? (
        <FormText
          name="leadId"
          label="An existing lead"
          hint="Its id; leave it empty to use the lead below. The audit records who asked."
          placeholder="lead_…"
        />
      ) : (
        <NeedsRole what="Asking about an existing lead" role="operate" />
      )}
      <div className="fields">
        <FormText name="lead.firstName" label="First name" autoComplete="off" />
        <FormText name="lead.lastName" label="Last name" autoComplete="off" />
        <FormText name="lead.phone" label="Phone number" type="tel" autoComplete="off" />
        <FormText name="lead.email" label="E-mail address" type="email" autoComplete="off" />
        <FormText name="lead.address.state" label="State" autoComplete="off" />
      </div>
      <Answers tenantId={tenantId} />
    </>
  );
}

function Answers({ tenantId }: { readonly tenantId: string }) {
  const { fields, append, remove } = useFieldArray({ name: 'answers' });
  return (
    <fieldset>
      <legend>Answers</legend>
      {fields.map(({ id }, n) => (
        <div key={id} className="row">
          <FormPick
            of="items/fieldLibrary"
            tenantId={tenantId}
            name={`answers.${n}.field`}
            label={`Field ${n + 1}`}
            none="Choose a field"
          />
          <FormText name={`answers.${n}.value`} label={`Answer ${n + 1}`} autoComplete="off" />
          <Button small plain onClick={() => remove(n)} aria-label={`Remove answer ${n + 1}`}>
            Remove
          </Button>
        </div>
      ))}
      <Button small onClick={() => append({ field: '', value: '' })}>
        Add an answer
      </Button>
    </fieldset>
  );
}
