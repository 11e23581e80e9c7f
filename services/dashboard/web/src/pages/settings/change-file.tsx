/** A changed tenant file: its changes are shown first, and applying it makes exactly those. */
import type { adminApplyCatalog, adminPlanCatalog } from '@sluice/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import type { Problem } from '../../api/problem.js';
import { pathTo } from '../../api/request.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/confirm.js';
import { FormArea, FormText } from '../../components/form-fields.js';
import { toastGood } from '../../components/toast.js';
import type { TenantSummary } from '../../frame/tenants.js';
import { PlannedChanges, RemovedFields, removedText, type Plan } from './planned-changes.js';

interface ChangeFileProps {
  readonly tenant: TenantSummary;
  /** The initial text. */
  readonly first: string;
  readonly onDone: () => void;
}

const changed = z.object({
  file: z.string(),
  /** The values of the file's variables, by name. */
  values: z.record(z.string(), z.string()),
  allowLiteralCredentials: z.boolean(),
});
type Changed = z.infer<typeof changed>;

export function ChangeFile({ tenant: { tenantId, name }, first, onDone }: ChangeFileProps) {
  const form = useForm<Changed>({
    resolver: zodResolver(changed),
    defaultValues: { file: first, values: {}, allowLiteralCredentials: false },
  });
  const typed = useWatch({ control: form.control, compute: (values: Changed) => values });
  const path = pathTo`/admin/v1/tenants/${tenantId}/catalog`;
  const compare = useMutation({
    mutationFn: (values: Changed) =>
      call<typeof adminPlanCatalog>('POST', `${path}/plan`, { body: bodyOf(values) }),
    // From now on the values of these variables are asked for.
    onSuccess: ({ unfilled }) =>
      unfilled.forEach((variable) => {
        if (form.getValues('values')[variable] === undefined) form.setValue(`values.${variable}`, '');
      }),
  });
  const preview = form.handleSubmit((values) => compare.mutate(values));
  // What was found belongs to the text before the next edit.
  const isCurrent = compare.variables !== undefined && isSame(compare.variables, typed);
  const plan = isCurrent ? compare.data : undefined;
  const problem = isCurrent ? compare.error : null;

  const apply = ({ plan: planned, changes }: Plan): void =>
    confirm({
      title: `Apply ${countText(changes.length)} to ${name}?`,
      danger: removedText(changes) !== undefined,
      what: (
        <>
          <p>
            Every process uses the new configuration within 3 s, and held leads are reconsidered. Decisions
            already made stay. Live items that are not in the file stay unchanged, and so do settings of the
            tenant; items in the file are replaced whole.
          </p>
          <RemovedFields of={changes} />
        </>
      ),
      does: `Apply ${countText(changes.length)}`,
      run: async () => {
        const body = { ...bodyOf(typed), plan: planned };
        const { heldLeadsDue } = await call<typeof adminApplyCatalog>('POST', `${path}/apply`, { body });
        const looked = heldLeadsDue === 0 ? '' : ` Held leads reconsidered: ${heldLeadsDue}.`;
        toastGood(`${countText(changes.length)} applied to ${name}.${looked}`);
        onDone();
      },
    });

  return (
    <FormProvider {...form}>
      <form className="stack" noValidate onSubmit={(event) => void preview(event)}>
        <FormArea
          name="file"
          label="Tenant file"
          hint="YAML or JSON. Leave •••• to keep a stored secret. Write null to remove a setting of the tenant: what is left out stays."
          code
          rows={20}
        />
        <Variables names={Object.keys(typed.values)} />
        {problem && <FileProblem problem={problem} />}
        {problem && isOnlyLiterals(problem) && (
          <div className="actions">
            <Button
              onClick={() => {
                form.setValue('allowLiteralCredentials', true);
                return preview();
              }}
            >
              Accept them as they are
            </Button>
          </div>
        )}
        {plan && <PlannedChanges plan={plan} />}
        <div className="actions">
          <Button type="submit" main={!plan || plan.changes.length === 0}>
            Preview changes
          </Button>
          {plan && plan.changes.length > 0 && (
            <Button main onClick={() => apply(plan)}>
              Apply {countText(plan.changes.length)}…
            </Button>
          )}
          <Button plain onClick={onDone}>
            Cancel
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}

function Variables({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <div className="fields">
      {names.map((variable) => (
        <FormText
          key={variable}
          name={`values.${variable}`}
          label={`\${${variable}}`}
          type="password"
          autoComplete="off"
          hint="Value of this variable in the file; empty if left blank."
        />
      ))}
    </div>
  );
}

function bodyOf({ file, values, allowLiteralCredentials }: Changed) {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  return {
    file,
    values: Object.keys(given).length > 0 ? given : undefined,
    allowLiteralCredentials: allowLiteralCredentials || undefined,
  };
}

function isSame(one: Changed, other: Changed): boolean {
  return JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other));
}

function FileProblem({ problem: { message, details } }: { readonly problem: Problem }) {
  return (
    <div className="notice bad" role="alert">
      <div className="stack">
        <strong>{details.length === 0 ? message : 'The file is not valid'}</strong>
        {details.length > 0 && (
          <ul className="lines">
            {details.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

// The file is refused only for credentials that it writes out, which an administrator may accept.
function isOnlyLiterals({ details }: Problem): boolean {
  return details.length > 0 && details.every((line) => line.includes('allow literal credentials'));
}

function countText(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`;
}
