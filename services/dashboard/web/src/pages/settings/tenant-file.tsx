/** The live tenant file, and changing it: edited or uploaded, compared with the live configuration, and applied. */
import type { adminGetCatalog, EndpointData } from '@sluice/contracts';
import { useState } from 'react';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { Button, buttonClass } from '../../components/button.js';
import { download } from '../../components/download.js';
import { NeedsRole } from '../../components/needs-role.js';
import { Panel } from '../../components/panel.js';
import { Loaded } from '../../components/states.js';
import type { TenantSummary } from '../../frame/tenants.js';
import { ChangeFile } from './change-file.js';

type Live = EndpointData<typeof adminGetCatalog>;

export function TenantFile({ tenant }: { readonly tenant: TenantSummary }) {
  const { tenantId, name } = tenant;
  const answer = useAnswer<typeof adminGetCatalog>(pathTo`/admin/v1/tenants/${tenantId}/catalog`);
  const [changing, setChanging] = useState<string>();
  const live = answer.data;
  return (
    <Panel
      title={`Tenant file of ${name}`}
      actions={
        live && changing === undefined && <Actions live={live} tenantId={tenantId} change={setChanging} />
      }
    >
      <Loaded from={answer}>
        {(shown) =>
          changing === undefined ? (
            <LiveFile live={shown} />
          ) : (
            <ChangeFile tenant={tenant} first={changing} onDone={() => setChanging(undefined)} />
          )
        }
      </Loaded>
    </Panel>
  );
}

interface ActionsProps {
  readonly live: Live;
  readonly tenantId: string;
  readonly change: (text: string) => void;
}

function Actions({ live: { file, text }, tenantId, change }: ActionsProps) {
  const isEmpty = file.clients.length + file.campaigns.length === 0;
  return (
    <>
      <Button onClick={() => download(`${tenantId}.yaml`, 'application/yaml', text)}>Download</Button>
      {may('adminApplyCatalog') ? (
        <>
          {isEmpty && <Button onClick={() => change(withExample(file))}>Start from an example</Button>}
          <UploadButton onText={change} />
          <Button main onClick={() => change(text)}>
            Edit
          </Button>
        </>
      ) : (
        <NeedsRole what="Changing the file" role="administer" />
      )}
    </>
  );
}

function LiveFile({ live: { file, text } }: { readonly live: Live }) {
  const counts = [
    [file.campaigns.length, 'campaign'],
    [file.clients.length, 'client'],
    [file.deliveryEndpoints.length, 'delivery endpoint'],
    [file.offers.length, 'offer'],
  ] as const;
  const held = counts.map(([count, what]) => `${count} ${count === 1 ? what : `${what}s`}`).join(', ');
  return (
    <>
      <p className="quiet">The live configuration: {held}. Stored secrets appear as ••••.</p>
      <details>
        <summary>Show YAML</summary>
        <pre className="file" tabIndex={0} role="region" aria-label="The tenant file as YAML">
          {text}
        </pre>
      </details>
    </>
  );
}

// A label styled as a button around the browser's own file input, which the keyboard reaches.
function UploadButton({ onText }: { readonly onText: (text: string) => void }) {
  return (
    <label className={`${buttonClass({})} upload`}>
      Upload
      <input
        type="file"
        className="visually-hidden"
        accept=".yaml,.yml,.json,text/yaml,application/json"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          void chosen?.text().then(onText);
        }}
      />
    </label>
  );
}

/** The file of an empty tenant with one client, its offer, its buyer and its campaign, to be made one's own. */
function withExample({ tenantId, name }: Live['file']): string {
  return `# A client takes leads, an offer is what they are for, and a delivery endpoint is where its buyer gets them.
tenantId: ${tenantId}
name: ${JSON.stringify(name)}
clients:
  - { clientId: cli_acme, name: Acme, abbrev: ACM }
offers:
  - { offerId: off_first, name: First offer, abbrev: FO, category: other }
deliveryEndpoints:
  - { deliveryEndpointId: end_acme, name: Acme, url: https://buyer.example/leads }
campaigns:
  - campaignId: ACMFO
    name: Acme, first offer
    clientId: cli_acme
    offerId: off_first
    deliveryEndpointId: end_acme
`;
}
