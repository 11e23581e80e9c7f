/**
 * What the interface says: fields by paragraph with type and star, endpoints, codes. It is fixed; a test compares our
 * schemas with it, and whatever else a schema has is ours.
 */
import type { endpoints, ErrorCode } from '@sluice/contracts';

type OperationId = (typeof endpoints)[number]['operationId'];

/** The fields of one paragraph, and the schema that has them. */
export interface Paragraph {
  readonly of: OperationId;
  readonly part: 'body' | 'query' | 'data';
  /** Where in the schema; its root if absent. */
  readonly at?: string;
  /** `name:type`, with a star if it is required; `-` is a type that the interface does not say. */
  readonly fields: string;
  /** Leaves out whatever else the schema has. */
  readonly only?: true;
}

const campaign = { of: 'createCampaign', part: 'body' } as const;

/** By the name of the table. */
export const paragraphs = {
  campaign: {
    ...campaign,
    fields:
      'campaignId:string name:string* active:boolean clientId:string* offerId:string* managerId:string webhooks:object documents:array firstSubmissionAction:object disqualificationConditionals:array routingRules:array fallbackCampaigns:array deliveryLimits:array deliverySchedule:object revenueMilestones:array campaignAiAgents:object phoneNumberId:string questionnaireId:string deliveryEndpointId:string autoDialerConfigId:string postCallPipelineId:string pixelRules:array settings:object notes:string tags:array externalId:string',
  },
  'campaign, read only': {
    of: 'getCampaign',
    part: 'data',
    only: true,
    fields:
      'clientName:string clientAbbrev:string offerName:string offerAbbrev:string createdAt:string updatedAt:string archivedAt:string lastLeadReceivedAt:string',
  },
  webhooks: {
    ...campaign,
    at: 'webhooks',
    fields:
      'url:string events:object headers:object retryAttempts:integer timeoutSeconds:integer enabled:boolean inheritFromTenant:boolean',
  },
  document: {
    ...campaign,
    at: 'documents',
    fields:
      'documentId:string documentTemplateId:string type:string name:string templateId:string provider:string conditions:object fieldMappingOverrides.id:string fieldMappingOverrides.providerFieldName:string fieldMappingOverrides.providerFieldId:string fieldMappingOverrides.providerFieldLabel:string fieldMappingOverrides.providerFieldType:string fieldMappingOverrides.fallbackTemplate:string fieldMappingOverrides.sourceType:string fieldMappingOverrides.sourceValue:string fieldMappingOverrides.sourceLabel:string fieldMappingOverrides.providerFieldRequired:boolean fieldMappingOverrides.autoFill:boolean metadataOverrides:object isActive:boolean required:boolean autoSend:boolean expiresInDays:integer order:integer',
  },
  firstSubmissionAction: {
    ...campaign,
    at: 'firstSubmissionAction',
    fields:
      'enabled:boolean action:string webhook.url:string webhook.method:string webhook.headers:object webhook.retries:integer webhook.timeoutSeconds:integer humanReview.reason:string humanReview.priority:string workflow.workflowDefinitionId:string',
  },
  routingRule: {
    ...campaign,
    at: 'routingRules',
    fields:
      'routeName:string active:boolean priority:integer logicalOperator:string subRules:array routeTo.campaignId:string routeTo.clientName:string routeTo.offerName:string',
  },
  deliveryLimit: {
    ...campaign,
    at: 'deliveryLimits',
    fields:
      'active:boolean cap:integer type:string action:string startDate:string endDate:string routeToCampaignId:string',
  },
  deliverySchedule: {
    ...campaign,
    at: 'deliverySchedule',
    fields:
      'timezone:string action:string specificDays.active:boolean specificDays.day:string specificDays.startTime:string specificDays.endTime:string routeToCampaignId:string',
  },
  revenueMilestone: {
    ...campaign,
    at: 'revenueMilestones',
    fields:
      'leadStatus:string amount:number currency:string validFrom:string validTo:string conditions:object notes:string active:boolean',
  },
  agent: {
    ...campaign,
    at: 'campaignAiAgents.voice',
    fields: 'agentId:string promptTemplateId:string agentVariablesConfigId:string',
  },
  conditionGroup: {
    ...campaign,
    at: 'revenueMilestones.conditions',
    fields: 'logicalOperator:string subRules:array isActive:boolean name:string',
  },
  subRule: {
    ...campaign,
    at: 'revenueMilestones.conditions.subRules',
    fields:
      'logicalOperator:string conditions.field:string conditions.operator:string conditions.value:array conditions.valueSetId:string',
  },
  pixelRule: {
    ...campaign,
    at: 'pixelRules',
    fields:
      'id:string name:string active:boolean triggerPoint:string pixelId:string platform:string eventName:string actionSource:string conditions:object eventValueOverride:number currency:string fireOnce:boolean',
  },
  settings: {
    ...campaign,
    at: 'settings',
    fields:
      'aiQualificationEnabled:boolean autoRoutingEnabled:boolean dedupeEnabled:boolean dedupeWindow:integer dedupeFields:array integrationOverrides.voice:string integrationOverrides.sms:string integrationOverrides.llm:string',
  },
  offer: {
    of: 'createOffer',
    part: 'body',
    fields:
      'offerId:string name:string* abbrev:string* active:boolean category:string* description:string eligibilityCriteria:array tags:array externalId:string',
  },
  'offer, read only': {
    of: 'getOffer',
    part: 'data',
    only: true,
    fields: 'createdAt:string updatedAt:string archivedAt:string',
  },
  client: {
    of: 'listClients',
    part: 'data',
    at: 'clients',
    fields:
      'clientId:string name:string abbrev:string active:boolean contactName:string contactPhone:string contactEmail:string address.street:string address.city:string address.state:string address.zip:string address.country:string settings.defaultPostingUrl:string settings.postingMethod:string settings.acceptDuplicates:boolean settings.maxLeadsPerDay:integer settings.maxLeadsPerMonth:integer settings.timezone:string settings.notificationEmail:string settings.sendDailyReport:boolean description:string tags:array externalId:string createdAt:string updatedAt:string archivedAt:string',
  },
  lead: {
    of: 'submitLead',
    part: 'body',
    fields:
      'campaignId:string* leadId:string firstName:string lastName:string email:string phone:string address.street:string address.city:string address.state:string address.zip:string dateOfBirth:string country:string files:array questionnaire:- attribution:object compliance:object isTest:boolean timezone:string notes:string customFields:object',
  },
  'lead, direct create': {
    of: 'createLead',
    part: 'body',
    only: true,
    fields:
      'campaignId:string* firstName:string* lastName:string* email:string* phone:string* timezoneSource:string flags:object notes:array',
  },
  interaction: {
    of: 'getInteraction',
    part: 'data',
    fields:
      'interactionId:string leadId:string campaignId:string clientId:string offerId:string type:string status:string phone:string telephony.provider:string telephony.messageId:string telephony.phoneNumber:string call.source:string call.direction:string call.duration:integer call.recordingUrl:string call.terminationReason:string call.voiceAI.provider:string call.voiceAI.agentId:string call.voiceAI.conversationId:string call.spokenTo:boolean sms.agentMode:boolean sms.direction:string summary:string transcript.timestamp:string transcript.role:string transcript.message:string transcript.source:string errorCode:string errorMessage:string createdAt:string updatedAt:string',
  },
  file: {
    of: 'upsertFile',
    part: 'body',
    fields:
      'leadId:string* fileKey:string* fileName:string* fileType:string* documentUrl:string* signingUrl:string provider:string providerDocumentId:string status:string signedAt:string createdBySubmissionId:string metadata:object',
  },
  'file, answer': {
    of: 'upsertFile',
    part: 'data',
    only: true,
    fields: 'fileId:string createdAt:string updatedAt:string',
  },
  field: {
    of: 'listFields',
    part: 'data',
    at: 'fields',
    fields:
      'key:string label:string category:string dataType:string validationRules.required:boolean validationRules.pattern:string validationRules.minLength:integer validationRules.maxLength:integer validationRules.min:number validationRules.max:number isStandard:boolean active:boolean createdAt:string updatedAt:string',
  },
  'list leads': {
    of: 'listLeads',
    part: 'query',
    fields: 'cursor:- limit:- campaignIds:- clientIds:- offerIds:- status:- search:- startDate:- endDate:-',
  },
  'bulk update': { of: 'bulkUpdateLeads', part: 'body', fields: 'leadIds:array* updates:object*' },
  repost: {
    of: 'repostLead',
    part: 'body',
    fields: 'deliveryInfo:object modifiedPayload:object campaignId:string',
  },
  deliver: { of: 'deliverLead', part: 'body', fields: 'campaignId:string*' },
  move: { of: 'moveLeadToCampaign', part: 'body', fields: 'campaignId:string*' },
  sms: {
    of: 'sendSms',
    part: 'body',
    fields: 'leadId:string* message:string* to:string from:string campaignId:string interactionId:string',
  },
  pixel: {
    of: 'firePixel',
    part: 'body',
    fields:
      'leadId:string* pixelId:string* platform:string* eventName:string* eventValue:number currency:string actionSource:string testEventCode:string',
  },
  'list clients': { of: 'listClients', part: 'query', fields: 'page:- limit:- active:- search:-' },
  'list fields': { of: 'listFields', part: 'query', fields: 'category:- active:- search:-' },
} as const satisfies Readonly<Record<string, Paragraph>>;
export type ParagraphName = keyof typeof paragraphs;

/** The endpoints of the interface, with the paragraph of each. */
export const endpointParagraphs: Readonly<Partial<Record<OperationId, string>>> = {
  createCampaign: '4.1',
  getCampaign: '4.1',
  submitLead: '4.2',
  listLeads: '4.2',
  createLead: '4.2',
  bulkUpdateLeads: '4.2',
  repostLead: '4.2',
  deliverLead: '4.2',
  moveLeadToCampaign: '4.2',
  sendSms: '4.3',
  firePixel: '4.4',
  listClients: '4.5',
  createOffer: '4.6',
  getOffer: '4.6',
  updateOffer: '4.6',
  upsertFile: '4.7',
  listLeadInteractions: '4.8',
  getInteraction: '4.8',
  listFields: '4.9',
};

/** The codes that the interface names; the others are ours. */
export const namedErrors: readonly ErrorCode[] = ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND'];

/** §8: what is bounded, where the bound stands in a schema, and how the page says it. */
export const limits = [
  ['Text of an SMS message', 'sms', 'message', '1 to 1,600 characters'],
  ['Page of the list of leads', 'list leads', 'limit', '1 to 100'],
  ['Phone of a lead', 'lead', 'phone', '10 to 64 characters'],
  ['Country of a lead', 'lead', 'country', '`^[A-Z]{2}$`'],
  ['Code of a campaign', 'campaign', 'campaignId', '`^[A-Z0-9]{2,5}$`'],
  ['Campaign of a submit', 'lead', 'campaignId', '1 to 500 characters'],
  ['Abbreviation of an offer', 'offer', 'abbrev', '1 to 10 characters'],
  ['Name of an offer', 'offer', 'name', '1 to 500 characters'],
  ['Name of a campaign', 'campaign', 'name', '1 to 500 characters'],
  ['A new campaign is active', 'campaign', 'active', 'default `true`'],
  ['A new offer is active', 'offer', 'active', 'default `true`'],
] as const satisfies readonly (readonly [string, ParagraphName, string, string])[];
