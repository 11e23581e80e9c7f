/** A small example of each section of a tenant file; together they are a valid file, which a test applies to its schema. */
import type { Section } from '@sluice/contracts';

/** What a file is before its sections. */
export const tenantExample = `tenantId: acme
name: Acme Leads
settings:
  timezone: America/New_York
  retention: { leads: 400 }
secrets:
  cedar_key: \${CEDAR_KEY}
`;

/** By section. */
export const sectionExamples: Readonly<Record<Section, string>> = {
  clients: `clients:
  - clientId: cli_cedar
    name: Cedar Claims
    abbrev: CED
    settings: { maxLeadsPerDay: 50, timezone: America/Chicago }
`,
  offers: `offers:
  - offerId: off_mva
    name: Motor Vehicle Accident
    abbrev: MVA
    category: personal_injury
`,
  deliveryEndpoints: `deliveryEndpoints:
  - deliveryEndpointId: end_cedar
    name: Cedar intake
    url: https://cedar.example/leads
    headers: { Authorization: 'Bearer {{ secrets.cedar_key }}' }
    fields: { first_name: firstName, phone: phone, injury: questionnaire.injury }
    responseRules:
      - when: { jsonPath: $.status, equals: ok }
        outcome: accepted
        reference: $.id
      - when: { jsonPath: $.status, equals: duplicate }
        outcome: duplicate
`,
  phoneNumbers: `phoneNumbers:
  - phoneNumberId: pho_1
    phoneNumber: '+14155550100'
    provider: twilio
    sms: true
`,
  smsAgents: `smsAgents:
  - agentId: agt_1
    name: Intake
    phoneNumberId: pho_1
`,
  agentVariables: `agentVariables:
  - agentVariablesConfigId: var_1
    variables: { caller: '{{ first_name }}' }
`,
  suppliers: `suppliers:
  - supplierId: sup_north
    name: North Media
    campaigns: [CEDMV]
    limits: [{ type: daily, cap: 200 }]
    cost: { mode: per_lead, amount: 12, currency: USD }
`,
  suppressionLists: `suppressionLists:
  - listId: sl_dnc
    name: Do not call
    kind: phone
    scope: tenant
    fromOptOuts: true
`,
  valueSets: `valueSets:
  - valueSetId: vs_west
    name: Western states
    values: [CA, OR, WA]
`,
  lookups: `lookups:
  - lookupId: dnc
    name: Do not call register
    url: https://dnc.example/v1?phone={{ phone_national }}
    map: [{ field: code, jsonPath: $.code }]
`,
  fieldLibrary: `fieldLibrary:
  - key: injury
    label: Injured?
    category: question
    dataType: string
    validationRules: { required: true }
`,
  campaigns: `campaigns:
  - campaignId: CEDMV
    name: Cedar - Motor Vehicle
    clientId: cli_cedar
    offerId: off_mva
    deliveryEndpointId: end_cedar
    disqualificationConditionals:
      - name: Not injured
        subRules: [{ conditions: [{ field: injury, operator: equals, value: ['no'] }] }]
    deliveryLimits: [{ active: true, type: daily, cap: 40, action: queue }]
    price: { amount: 55, currency: USD }
`,
};
