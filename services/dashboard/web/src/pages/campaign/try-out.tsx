/** Trying where a campaign delivers and where its events go, with a real call that says that it is a test. */
import type { adminTestDelivery, adminTestWebhook, EndpointData } from '@sluice/contracts';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/dialog.js';
import { Panel } from '../../components/panel.js';
import { Sentences } from '../../components/sentences.js';
import { Call } from '../lead/timeline.js';

type Tried = EndpointData<typeof adminTestDelivery>;

/** `path` is the campaign's own in the admin API. */
export function TryOut({ path }: { readonly path: string }) {
  const [tried, setTried] = useState<Tried>();
  const delivery = () =>
    confirm({
      title: 'Send a test lead to the buyer?',
      what: 'A made-up person, Test Lead, is posted once to where this campaign delivers, with the credentials of the endpoint. The buyer really gets it; nothing is counted or kept here but the audit.',
      does: 'Send the test lead',
      run: async () => setTried(await call<typeof adminTestDelivery>('POST', `${path}/test-delivery`)),
    });
  const webhook = () =>
    confirm({
      title: 'Send a sample event?',
      what: 'A signed lead.delivered event that says test: true is sent once to where the events of this campaign go.',
      does: 'Send the sample event',
      run: async () => setTried(await call<typeof adminTestWebhook>('POST', `${path}/test-webhook`)),
    });
  return (
    <Panel
      title="Try it"
      actions={
        <>
          <Button small onClick={delivery}>
            Test delivery
          </Button>
          <Button small onClick={webhook}>
            Test webhook
          </Button>
        </>
      }
    >
      {tried ? (
        <div aria-live="polite">
          <Sentences sentences={[tried.what]} />
          <Call call={tried.call} />
        </div>
      ) : (
        <p class="quiet">A test lead to its endpoint, or a sample event to its webhook: one real call.</p>
      )}
    </Panel>
  );
}
