/** A campaign's references into systems of the tenant, which stand in every webhook so that those can act. */
import type { Campaign } from '@sluice/contracts';

/** Those that are set; undefined if none is. */
export function referencesOf(campaign: Campaign | undefined): Readonly<Record<string, string>> | undefined {
  if (!campaign) return undefined;
  const { postCallPipelineId, autoDialerConfigId, questionnaireId, managerId, firstSubmissionAction } =
    campaign;
  const { workflowDefinitionId } = firstSubmissionAction?.workflow ?? {};
  const all = Object.entries({
    workflowDefinitionId,
    postCallPipelineId,
    autoDialerConfigId,
    questionnaireId,
    managerId,
  });
  const set = all.filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '');
  return set.length === 0 ? undefined : Object.fromEntries(set);
}
