/**
 * Tries items before they are saved: what would become of a made-up lead, of an existing one and of the last leads of a
 * campaign, now and with the items. Stands beside a form, and is the page What if.
 */
import type { adminWhatIfLead, adminWhatIfRecent, EndpointBodySent } from '@sluice/contracts';
import { useMutation } from '@tanstack/react-query';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { FormPick } from '../../frame/form-pick.js';
import { valuesOf } from '../../frame/picks.js';
import { Button } from '../button.js';
import { FormText } from '../form-fields.js';
import { FormProblem } from '../form-problem.js';
import { NeedsRole } from '../needs-role.js';
import { Panel } from '../panel.js';
import { submit } from '../submit.js';
import { Difference, Foreseen, NotShown } from './foreseen.js';
import { leadOf, leadTyped, LeadToTry } from './made-up-lead.js';

/** How many real leads are tried. */
const RECENT = 1_000;

/** An item that is not saved, as a tenant file writes it. */
export interface UnsavedItem {
  /** A section of the tenant file, or `tenant` for its settings. */
  readonly section: string;
  readonly item: Readonly<Record<string, unknown>>;
}

export interface TryPanelProps {
  readonly tenantId: string;
  /** The campaign that the leads are of; without it, one is picked in the panel. */
  readonly campaignId?: string | undefined;
  /** The items of the form as they stand when somebody tries them; none asks about the configuration as it is. */
  readonly items: () => readonly UnsavedItem[];
}

/** What is typed before anything is. */
export const nothingTyped = {
  ...{ campaignId: '', leadsOf: '', supplierId: '', subId1: '', refuses: '' },
  ...leadTyped,
};
type Typed = typeof nothingTyped;

type LeadBody = EndpointBodySent<typeof adminWhatIfLead>;

export function TryPanel(props: TryPanelProps) {
  const form = useForm<Typed>({ defaultValues: nothingTyped });
  return (
    <FormProvider {...form}>
      <WhatIf {...props} />
    </FormProvider>
  );
}

/** The same in a form that has more to try. */
export function WhatIf({ tenantId, campaignId, items }: TryPanelProps) {
  const form = useFormContext<Typed>();
  const path = pathTo`/admin/v1/tenants/${tenantId}/what-if`;
  const tried = (typed: Typed) => ({
    campaignId: campaignId ?? typed.campaignId,
    items: items() as NonNullable<LeadBody['items']>,
  });
  const one = useMutation({
    mutationFn: (typed: Typed) =>
      call<typeof adminWhatIfLead>('POST', `${path}/lead`, {
        body: { ...tried(typed), ...leadAndSource(typed), refuses: [...valuesOf(typed.refuses)] },
      }),
  });
  const recent = useMutation({
    mutationFn: async (typed: Typed) => {
      const body = { ...tried(typed), leadsOf: typed.leadsOf || undefined, limit: RECENT };
      const answer = await call<typeof adminWhatIfRecent>('POST', `${path}/recent`, { body });
      return { answer, isChanged: body.items.length > 0 };
    },
  });
  return (
    <>
      <div className="panels">
        <Panel title="A lead">
          {campaignId === undefined && (
            <FormPick
              of="campaigns"
              tenantId={tenantId}
              name="campaignId"
              label="Campaign that it is sent to"
              none="Choose a campaign"
              required
            />
          )}
          <LeadToTry tenantId={tenantId} operation="adminWhatIfLead:people" />
          <FormPick
            of="suppliers"
            tenantId={tenantId}
            name="supplierId"
            label="Supplier that sends the made-up lead"
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
        <Panel title="The last leads">
          {may('adminWhatIfRecent', tenantId) ? (
            <>
              <FormPick
                of="campaigns"
                tenantId={tenantId}
                name="leadsOf"
                label="Leads of another campaign"
                hint="As if they had been sent to this one."
                none="Its own leads"
              />
              <Button onClick={submit(form, recent.mutateAsync)}>
                Try it on the last {RECENT.toLocaleString('en')} real leads
              </Button>
            </>
          ) : (
            <NeedsRole what="Trying it on real leads" role="operate" />
          )}
        </Panel>
      </div>
      <FormProblem />
      {one.data && (
        <div aria-live="polite">
          <div className="panels">
            {one.data.now && <Foreseen title="Now" foreseen={one.data.now} />}
            {one.data.changed && <Foreseen title="With the change" foreseen={one.data.changed} />}
          </div>
          <NotShown lines={one.data.notShown} />
        </div>
      )}
      {recent.data && (
        <Difference recent={recent.data.answer} isChanged={recent.data.isChanged} tenantId={tenantId} />
      )}
    </>
  );
}

// An existing lead has a source of its own.
function leadAndSource(typed: Typed): Partial<LeadBody> {
  const lead = leadOf(typed);
  if ('leadId' in lead) return lead;
  const { supplierId, subId1 } = typed;
  return { ...lead, supplierId: supplierId || undefined, subId1: subId1.trim() || undefined };
}
