/** The questions of a what-if: a lead that is typed in or named, and the rules of a campaign, which may be changed. */
import { zodResolver } from '@hookform/resolvers/zod';
import type { adminGetCampaign, adminWhatIfLead, adminWhatIfRecent, CampaignChange } from '@sluice/contracts';
import { useMutation } from '@tanstack/react-query';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Button } from '../../components/button.js';
import { FormArea, FormText } from '../../components/form-fields.js';
import { FormProblem } from '../../components/form-problem.js';
import { NeedsRole } from '../../components/needs-role.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import { submit } from '../../components/submit.js';
import { FormPick } from '../../frame/form-pick.js';
import { Difference, Foreseen } from './foreseen.js';

/** How many real leads are tried. */
const RECENT = 1_000;

const aLead = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  phone: '+16505551212',
  address: { state: 'CA' },
  questionnaire: {},
};

interface QuestionsProps {
  readonly tenantId: string;
  readonly campaignId: string;
}

export function Questions(props: QuestionsProps) {
  const path = pathTo`/admin/v1/tenants/${props.tenantId}/campaigns/${props.campaignId}`;
  const answer = useAnswer<typeof adminGetCampaign>(path);
  return (
    <Loaded from={answer}>
      {({ settings }) => <Form key={pretty(settings)} {...props} saved={pretty(settings)} />}
    </Loaded>
  );
}

/** What may be asked; its fields are named as those of the request. `saved` are the campaign's rules as they are. */
function questionOn(saved: string) {
  const typed = z.object({
    leadId: z.string(),
    lead: z.string(),
    supplierId: z.string(),
    subId1: z.string(),
    refuses: z.string(),
    change: z.string(),
  });
  return z.pipe(
    typed,
    z.transform(({ leadId, lead, supplierId, subId1, refuses, change }, context) => {
      const read = (name: keyof z.infer<typeof typed>, text: string): unknown => {
        try {
          return JSON.parse(text);
        } catch (error) {
          const message = `This is not valid JSON: ${error instanceof Error ? error.message : ''}`;
          context.issues.push({ code: 'custom', message, path: [name], input: text });
          return undefined;
        }
      };
      return {
        which:
          leadId.trim() === ''
            ? {
                lead: read('lead', lead) as Record<string, unknown>,
                supplierId: supplierId || undefined,
                subId1: subId1.trim() || undefined,
              }
            : { leadId: leadId.trim() },
        refuses: refuses.split(/[\s,]+/).filter((code) => code !== ''),
        change: change === saved ? undefined : (read('change', change) as CampaignChange),
      };
    }),
  );
}

type Question = z.infer<ReturnType<typeof questionOn>>;

function Form({ tenantId, campaignId, saved }: QuestionsProps & { readonly saved: string }) {
  const form = useForm({
    resolver: zodResolver(questionOn(saved)),
    defaultValues: {
      ...{ leadId: '', lead: pretty(aLead), supplierId: '', subId1: '' },
      ...{ refuses: '', change: saved },
    },
  });
  const changed = useWatch({ control: form.control, name: 'change' }) !== saved;
  const path = pathTo`/admin/v1/tenants/${tenantId}/what-if`;
  const one = useMutation({
    mutationFn: ({ which, refuses, change }: Question) =>
      call<typeof adminWhatIfLead>('POST', `${path}/lead`, {
        body: { campaignId, ...which, refuses, change },
      }),
  });
  const recent = useMutation({
    mutationFn: ({ change = {} }: Question) =>
      call<typeof adminWhatIfRecent>('POST', `${path}/recent`, {
        body: { campaignId, change, limit: RECENT },
      }),
  });
  return (
    <FormProvider {...form}>
      <div className="panels">
        <Panel title="Lead">
          {may('adminWhatIfLead:people') ? (
            <FormText
              name="leadId"
              label="An existing lead"
              hint="Its id; leave it empty to use the lead below. The audit records who asked."
              placeholder="lead_…"
            />
          ) : (
            <NeedsRole what="Asking about an existing lead" role="operate" />
          )}
          <FormArea
            name="lead"
            label={may('adminWhatIfLead:people') ? 'Or type a lead' : 'Type a lead'}
            hint="In the format of a submission."
            code
            rows={12}
          />
          <FormPick
            of="suppliers"
            tenantId={tenantId}
            name="supplierId"
            label="Supplier that sends the typed lead"
            none="None"
          />
          <FormText name="subId1" label="Its site (sub id 1)" placeholder="site-17" />
          <FormPick
            of="campaigns"
            tenantId={tenantId}
            name="refuses"
            label="Buyers that refuse it"
            hint="Their campaigns, to see who would be asked next."
            none="None"
            many
          />
          <Button main onClick={submit(form, one.mutateAsync)}>
            What would happen?
          </Button>
        </Panel>
        <Panel title={changed ? 'The campaign, changed' : 'The campaign now'}>
          <FormArea name="change" label="Its rules" hint="Change a rule; nothing is saved." code rows={16} />
          <div className="row">
            {may('adminWhatIfRecent') ? (
              <Button onClick={submit(form, recent.mutateAsync)}>
                Try it on the last {RECENT.toLocaleString('en')} real leads
              </Button>
            ) : (
              <NeedsRole what="Trying it on real leads" role="operate" />
            )}
            {changed && (
              <Button plain onClick={() => form.resetField('change')}>
                Undo the change
              </Button>
            )}
          </div>
        </Panel>
      </div>
      <FormProblem />
      {one.data && (
        <div className="panels" aria-live="polite">
          <Foreseen title="The campaign now" foreseen={one.data.now} />
          {one.data.changed && <Foreseen title="With the change" foreseen={one.data.changed} />}
        </div>
      )}
      {recent.data && <Difference recent={recent.data} tenantId={tenantId} />}
    </FormProvider>
  );
}

function pretty(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
