/** Tries a campaign's delivery or webhook with a real call that is marked as a test. */
import type { adminTestDelivery, adminTestWebhook, EndpointData } from '@sluice/contracts';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { Button } from '../../components/button.js';
import { Call } from '../../components/call.js';
import { confirm } from '../../components/confirm.js';
import { Panel } from '../../components/panel.js';
import { Sentences } from '../../components/sentences.js';

type Tried = EndpointData<typeof adminTestDelivery>;

/** `path` is the campaign's path in the admin API. */
export function TryOut({ path }: { readonly path: string }) {
  const [tried, setTried] = useState<Tried>();
  const delivery = () =>
    confirm({
      title: 'Send a test lead to the buyer?',
      what: 'Posts a made-up person named Test Lead once to where this campaign delivers, with the endpoint’s credentials. The buyer really receives it. Sluice counts nothing and keeps only an audit entry.',
      does: 'Send test lead',
      run: async () => setTried(await call<typeof adminTestDelivery>('POST', `${path}/test-delivery`)),
    });
  const webhook = () =>
    confirm({
      title: 'Send a sample event?',
      what: 'Sends one signed lead.delivered event, marked test: true, to this campaign’s webhook.',
      does: 'Send sample event',
      run: async () => setTried(await call<typeof adminTestWebhook>('POST', `${path}/test-webhook`)),
    });
  return (
    <Panel
      title="Test"
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
        <p className="quiet">
          Sends a test lead to the endpoint, or a sample event to the webhook, in one real call.
        </p>
      )}
    </Panel>
  );
}
