/** The texts of a tenant's configuration that are sent to receivers, with their places. */
import type { DeliveryEndpoint, FirstSubmissionAction, Webhooks } from '@sluice/contracts';

/** A text that is sent: as an address, a header, a template, or the fixed value of a field. */
export interface OutgoingText {
  readonly kind: 'url' | 'header' | 'template' | 'field';
  /** Where it is in a tenant file. */
  readonly path: readonly string[];
  readonly text: string;
}

/** The parts of a tenant's configuration in which such texts are. */
export interface SendingParts {
  readonly settings: { readonly webhooks?: CallTexts | undefined };
  readonly clients: readonly {
    readonly settings?: { readonly defaultPostingUrl?: string | undefined } | undefined;
  }[];
  readonly deliveryEndpoints: readonly Pick<DeliveryEndpoint, 'url' | 'headers' | 'template' | 'fields'>[];
  readonly campaigns: readonly {
    readonly webhooks?: Webhooks | undefined;
    readonly firstSubmissionAction?: FirstSubmissionAction | undefined;
  }[];
  readonly suppliers: readonly { readonly postback?: CallTexts | undefined }[];
  readonly lookups: readonly (CallTexts & { readonly body?: string | undefined })[];
}

interface CallTexts {
  readonly url?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Every text of the configuration that is sent. */
export function outgoingTexts(parts: SendingParts): readonly OutgoingText[] {
  const { settings, clients, deliveryEndpoints, campaigns, suppliers, lookups } = parts;
  return [
    ...ofCall(['settings', 'webhooks'], settings.webhooks),
    ...clients.flatMap((client, n) =>
      text('url', ['clients', `${n}`, 'settings', 'defaultPostingUrl'], client.settings?.defaultPostingUrl),
    ),
    ...deliveryEndpoints.flatMap((endpoint, n) => {
      const at = ['deliveryEndpoints', `${n}`];
      return [
        ...ofCall(at, endpoint),
        ...text('template', [...at, 'template'], endpoint.template),
        ...ofMap('field', [...at, 'fields'], endpoint.fields),
      ];
    }),
    ...campaigns.flatMap(({ webhooks, firstSubmissionAction }, n) => [
      ...ofCall(['campaigns', `${n}`, 'webhooks'], webhooks),
      ...ofCall(['campaigns', `${n}`, 'firstSubmissionAction', 'webhook'], firstSubmissionAction?.webhook),
    ]),
    ...suppliers.flatMap(({ postback }, n) => ofCall(['suppliers', `${n}`, 'postback'], postback)),
    ...lookups.flatMap((lookup, n) => [
      ...ofCall(['lookups', `${n}`], lookup),
      ...text('template', ['lookups', `${n}`, 'body'], lookup.body),
    ]),
  ];
}

function ofCall(path: readonly string[], call: CallTexts | undefined): readonly OutgoingText[] {
  return [
    ...text('url', [...path, 'url'], call?.url),
    ...ofMap('header', [...path, 'headers'], call?.headers),
  ];
}

function ofMap(
  kind: OutgoingText['kind'],
  path: readonly string[],
  map: Readonly<Record<string, string>> = {},
): readonly OutgoingText[] {
  return Object.entries(map).flatMap(([name, value]) => text(kind, [...path, name], value));
}

function text(
  kind: OutgoingText['kind'],
  path: readonly string[],
  value: string | undefined,
): readonly OutgoingText[] {
  return value === undefined ? [] : [{ kind, path, text: value }];
}
