/** The vendor and the number from which a message is sent (§4.3). */
import {
  smsProviderSchema,
  type Campaign,
  type PhoneNumber,
  type SmsAgent,
  type SmsProvider,
  type TenantSettings,
  type Trace,
  type TraceEntry,
} from '@sluice/contracts';

/** The sources from which the sender of a message is chosen. */
export interface SmsSenderSources {
  readonly campaign: Pick<Campaign, 'phoneNumberId' | 'campaignAiAgents' | 'settings'> | undefined;
  /** Whether the message goes to a test lead, whose agent may be another. */
  readonly isTest: boolean;
  readonly tenantSettings: Pick<TenantSettings, 'defaultSmsProvider'>;
  readonly phoneNumbers: readonly PhoneNumber[];
  readonly agents: readonly SmsAgent[];
  /** The sender that the caller requested. */
  readonly from?: string | undefined;
  /** Whether the vendor chooses the sender itself, e.g. from a messaging service. */
  readonly providerPicksSender?: ((provider: SmsProvider) => boolean) | undefined;
}

/** The vendor and number of a message. Without `from` the vendor chooses the number or needs none. */
export type SmsSender =
  | {
      readonly kind: 'chosen';
      readonly provider: SmsProvider;
      readonly from?: string;
      readonly trace: Trace;
    }
  | {
      readonly kind: 'none';
      readonly reason: 'no_sender';
      readonly provider: SmsProvider;
      readonly trace: Trace;
    };

/**
 * Chooses the vendor, then the sender. A configured one that does not exist, or is archived, is skipped, and the trace
 * says so.
 */
export function chooseSmsSender(sources: SmsSenderSources): SmsSender {
  const trace: TraceEntry[] = [];
  const provider = chooseProvider(sources, trace);
  const from = chooseSender(sources, provider, trace);
  if (from !== undefined) return { kind: 'chosen', provider, from, trace };
  if (provider === 'console' || sources.providerPicksSender?.(provider) === true) {
    return { kind: 'chosen', provider, trace };
  }
  return { kind: 'none', reason: 'no_sender', provider, trace };
}

function chooseProvider({ campaign, tenantSettings }: SmsSenderSources, trace: TraceEntry[]): SmsProvider {
  const named = campaign?.settings?.integrationOverrides?.sms;
  const override = named === undefined ? undefined : smsProviderSchema.safeParse(named);
  if (override?.success === false) trace.push(passedOver('provider', named, 'unknown_provider'));
  const provider =
    (override?.success ? override.data : undefined) ?? tenantSettings.defaultSmsProvider ?? 'console';
  trace.push({ looked: 'provider', at: provider, verdict: 'chosen' });
  return provider;
}

function chooseSender(
  sources: SmsSenderSources,
  provider: SmsProvider,
  trace: TraceEntry[],
): string | undefined {
  if (sources.from !== undefined) {
    trace.push({ looked: 'sender', at: 'request', verdict: 'chosen' });
    return sources.from;
  }
  const number =
    numberOf(sources, sources.campaign?.phoneNumberId, trace) ??
    agentNumber(sources, trace) ??
    firstCapable(sources.phoneNumbers, provider);
  trace.push(
    number
      ? { looked: 'sender', at: number.phoneNumberId, verdict: 'chosen' }
      : { looked: 'sender', verdict: 'failed', because: 'no_sender' },
  );
  return number?.phoneNumber;
}

function numberOf(
  { phoneNumbers }: SmsSenderSources,
  phoneNumberId: string | undefined,
  trace: TraceEntry[],
): PhoneNumber | undefined {
  if (phoneNumberId === undefined) return undefined;
  const number = phoneNumbers.find((each) => each.phoneNumberId === phoneNumberId);
  if (!number) trace.push(passedOver('sender', phoneNumberId, 'unknown_phone_number'));
  if (number?.archivedAt !== undefined) {
    trace.push(passedOver('sender', phoneNumberId, 'archived'));
    return undefined;
  }
  return number;
}

function agentNumber(sources: SmsSenderSources, trace: TraceEntry[]): PhoneNumber | undefined {
  const agentId = smsAgentOf(sources.campaign, sources.isTest);
  if (agentId === undefined) return undefined;
  const agent = sources.agents.find((each) => each.agentId === agentId);
  if (!agent) trace.push(passedOver('agent', agentId, 'unknown_agent'));
  return numberOf(sources, agent?.phoneNumberId, trace);
}

/** The agent that answers the messages of a campaign's leads: of a test lead the one for tests, if there is one. */
export function smsAgentOf(
  campaign: Pick<Campaign, 'campaignAiAgents'> | undefined,
  isTest: boolean,
): string | undefined {
  const { sms, smsTest } = campaign?.campaignAiAgents ?? {};
  return (isTest && smsTest?.agentId) || sms?.agentId || undefined;
}

function firstCapable(phoneNumbers: readonly PhoneNumber[], provider: SmsProvider): PhoneNumber | undefined {
  const capable = phoneNumbers
    .filter(({ sms, archivedAt }) => sms && archivedAt === undefined)
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  return capable.find((number) => number.provider === provider) ?? capable[0];
}

function passedOver(looked: string, at: string | undefined, because: string): TraceEntry {
  return { looked, at, verdict: 'passed_over', because };
}
