/** A changed tenant file: its changes are shown first, and applying it makes exactly those. */
import type { adminApplyCatalog, adminPlanCatalog } from '@sluice/contracts';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { asProblem, type Problem } from '../../api/problem.js';
import { pathTo } from '../../api/request.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/dialog.js';
import { TextArea, TextField } from '../../components/field.js';
import { toastGood } from '../../components/toast.js';
import type { TenantSummary } from '../../frame/tenants.js';
import { PlannedChanges, type Plan } from './planned-changes.js';

interface ChangeFileProps {
  readonly tenant: TenantSummary;
  /** The initial text. */
  readonly first: string;
  readonly onDone: (applied: boolean) => void;
}

export function ChangeFile({ tenant: { tenantId, name }, first, onDone }: ChangeFileProps) {
  const [text, setText] = useState(first);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [plan, setPlan] = useState<Plan>();
  const [problem, setProblem] = useState<Problem>();
  const [allowsLiterals, setAllowsLiterals] = useState(false);
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const bodyWith = (allowLiteralCredentials: boolean) => ({
    file: text,
    ...(Object.keys(given).length > 0 && { values: given }),
    ...(allowLiteralCredentials && { allowLiteralCredentials }),
  });
  const names = [...new Set([...Object.keys(values), ...(plan?.unfilled ?? [])])];

  // The plan belongs to the text before this edit.
  const edit = (change: () => void): void => {
    change();
    setPlan(undefined);
    setProblem(undefined);
  };
  const compare = async (allow = allowsLiterals): Promise<void> => {
    setProblem(undefined);
    setAllowsLiterals(allow);
    try {
      const found = await call<typeof adminPlanCatalog>(
        'POST',
        pathTo`/admin/v1/tenants/${tenantId}/catalog/plan`,
        { body: bodyWith(allow) },
      );
      setPlan(found);
      setValues({ ...Object.fromEntries(found.unfilled.map((unfilled) => [unfilled, ''])), ...values });
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  const apply = ({ plan: planned, changes }: Plan): void => {
    confirm({
      title: `Apply ${countText(changes.length)} to ${name}?`,
      what: (
        <p>
          Every process uses the new configuration within 3 s, and held leads are reconsidered. Decisions
          already made stay. Live items that are not in the file stay unchanged.
        </p>
      ),
      does: `Apply ${countText(changes.length)}`,
      run: async () => {
        const { heldLeadsDue } = await call<typeof adminApplyCatalog>(
          'POST',
          pathTo`/admin/v1/tenants/${tenantId}/catalog/apply`,
          { body: { ...bodyWith(allowsLiterals), plan: planned } },
        );
        const looked = heldLeadsDue === 0 ? '' : ` Held leads reconsidered: ${heldLeadsDue}.`;
        toastGood(`${countText(changes.length)} applied to ${name}.${looked}`);
        onDone(true);
      },
    });
  };

  return (
    <div class="stack">
      <TextArea
        label="Tenant file"
        hint="YAML or JSON. Leave •••• to keep a stored secret."
        code
        rows={20}
        value={text}
        onValue={(typed) => edit(() => setText(typed))}
      />
      {names.length > 0 && (
        <div class="fields">
          {names.map((variable) => (
            <TextField
              key={variable}
              label={`\${${variable}}`}
              type="password"
              autocomplete="off"
              hint="Value of this variable in the file; empty if left blank."
              value={values[variable] ?? ''}
              onValue={(typed) => edit(() => setValues({ ...values, [variable]: typed }))}
            />
          ))}
        </div>
      )}
      {problem && <FileProblem problem={problem} />}
      {problem && isOnlyLiterals(problem) && (
        <div class="actions">
          <Button onClick={() => compare(true)}>Accept them as they are</Button>
        </div>
      )}
      {plan && <PlannedChanges plan={plan} />}
      <div class="actions">
        <Button main={!plan || plan.changes.length === 0} onClick={() => compare()}>
          Preview changes
        </Button>
        {plan && plan.changes.length > 0 && (
          <Button main onClick={() => apply(plan)}>
            Apply {countText(plan.changes.length)}…
          </Button>
        )}
        <Button plain onClick={() => onDone(false)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function FileProblem({ problem: { message, details } }: { readonly problem: Problem }) {
  return (
    <div class="notice bad" role="alert">
      <div class="stack">
        <strong>{details.length === 0 ? message : 'The file is not valid'}</strong>
        {details.length > 0 && (
          <ul class="lines">
            {details.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

// The file is refused only for texts that look like credentials, which an administrator may accept.
function isOnlyLiterals({ details }: Problem): boolean {
  return details.length > 0 && details.every((line) => line.includes('allow literal credentials'));
}

function countText(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`;
}
