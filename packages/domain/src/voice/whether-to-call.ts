/** Whether a voice agent calls a lead, and if not, why not. */
import type { Campaign, LeadData, OwnReason } from '@sluice/contracts';
import { identifyingPhone } from '../lead/phone.js';

/** A call as it is placed. */
export interface CallOrder {
  /** E.164. */
  readonly to: string;
  readonly from: string;
  readonly agentId: string;
  readonly agentVariablesConfigId?: string;
}

/** The call, or why there is none. */
export type WhetherToCall =
  | { readonly kind: 'call'; readonly order: CallOrder }
  | { readonly kind: 'not_called'; readonly because: OwnReason };

/** What the answer depends on besides the campaign. */
export interface CallCircumstances {
  readonly data: LeadData;
  readonly isTest: boolean;
  /** Whether the tenant has a voice vendor. */
  readonly isConfigured: boolean;
  /** The campaign's own number; undefined if it has none. */
  readonly from: string | undefined;
  readonly hasOptedOut: boolean;
}

/** Whether a campaign wants its new leads to be called. */
export function wantsCall({ firstSubmissionAction }: Pick<Campaign, 'firstSubmissionAction'>): boolean {
  return firstSubmissionAction?.enabled !== false && firstSubmissionAction?.action === 'voice_ai';
}

/** Whether the lead of a campaign that wants it is called. */
export function whetherToCall(
  { campaignAiAgents, settings }: Pick<Campaign, 'campaignAiAgents' | 'settings'>,
  { data, isTest, isConfigured, from, hasOptedOut }: CallCircumstances,
): WhetherToCall {
  const named = settings?.integrationOverrides?.voice;
  if (named !== undefined && named !== '' && named !== 'retell') return notCalled('other_voice_provider');
  if (!isConfigured) return notCalled('no_voice_provider');
  const agent = isTest ? campaignAiAgents?.voiceTest : campaignAiAgents?.voice;
  if (!agent?.agentId) return notCalled(isTest ? 'test_lead' : 'no_voice_agent');
  if (from === undefined) return notCalled('no_voice_number');
  const to = identifyingPhone(data);
  if (to === undefined) return notCalled('phone_invalid');
  if (hasOptedOut) return notCalled('opted_out');
  const { agentId, agentVariablesConfigId } = agent;
  return {
    kind: 'call',
    order: { to, from, agentId, agentVariablesConfigId: agentVariablesConfigId || undefined },
  };
}

function notCalled(because: OwnReason): WhetherToCall {
  return { kind: 'not_called', because };
}
