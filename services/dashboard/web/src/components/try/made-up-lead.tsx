/** The fields of a made-up lead: the person, and answers by the fields of the tenant's library. */
import { useFieldArray } from 'react-hook-form';
import { FormPick } from '../../frame/form-pick.js';
import { Button } from '../button.js';
import { FormText } from '../form-fields.js';

/** A made-up lead as it is typed. */
export interface TypedLead {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  readonly address: { readonly state: string };
}

/** An answer as it is typed. */
export interface TypedAnswer {
  readonly field: string;
  readonly value: string;
}

export const aLead: TypedLead = {
  firstName: 'Ada',
  lastName: 'Byron',
  phone: '+16505551212',
  email: 'ada@example.com',
  address: { state: 'CA' },
};

/** The lead in the format of a submission. */
export function submissionOf(
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

export function MadeUpLead({ tenantId }: { readonly tenantId: string }) {
  return (
    <>
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
