/** A valid body of each endpoint with every kind of field that it takes, nested ones and lists too. */
const contact = {
  firstName: 'Ada',
  lastName: 'Ortiz',
  email: 'ada.ortiz@example.com',
  phone: '+1 415 555 0132',
};

const lead = {
  ...contact,
  address: { street: '1 Main St', city: 'Oakland', state: 'CA', zip: '94607' },
  country: 'US',
  timezone: 'America/Los_Angeles',
  dateOfBirth: '1984-05-17',
  questionnaire: [
    { key: 'injury', answer: 'yes' },
    { label: 'When?', value: '2024' },
  ],
  attribution: { params: { utm_source: 'x' }, captureUrl: 'https://forms.example/a' },
  compliance: { ipAddress: '203.0.113.9' },
  files: [{ name: 'id.png' }, 'https://files.example/b.png'],
};

const { files: _files, ...leadWithoutFiles } = lead;

const conditions = {
  name: 'not injured',
  logicalOperator: 'OR',
  subRules: [
    { conditions: [{ field: 'injury', operator: 'equals', value: ['no', 5] }] },
    { conditions: [{ field: 'age', operator: 'between', value: [1, 17] }] },
  ],
};

const campaign = {
  name: 'Acme - Roundup',
  clientId: 'cli_acme',
  offerId: 'off_roundup',
  active: true,
  webhooks: { url: 'https://hooks.example/in', headers: { 'X-A': 'a' }, retryAttempts: 3 },
  documents: [{ documentId: 'retainer', conditions, expiresInDays: 7, order: 1 }],
  firstSubmissionAction: { action: 'webhook', webhook: { url: 'https://hooks.example/first', retries: 2 } },
  routingRules: [
    { priority: 1, subRules: conditions.subRules, routeTo: { campaignId: 'BORRU' } },
    { routeName: 'two' },
  ],
  deliveryLimits: [
    { cap: 50, type: 'daily', startDate: '2026-01-01', endDate: '2026-12-31' },
    { cap: 5, type: 'hourly', action: 'route', routeToCampaignId: 'BORRU' },
  ],
  deliverySchedule: {
    timezone: 'America/New_York',
    action: 'route',
    routeToCampaignId: 'BORRU',
    specificDays: [{ day: 'Monday', startTime: '09:00', endTime: '17:00' }],
  },
  price: { currency: 'USD', amount: 40, rules: [{ when: conditions, amount: 55 }], fromAnswer: 'prefer' },
  returns: { windowDays: 7, reasons: ['wrong_number'], maximumPercent: 15, autoApprove: false },
  revenueMilestones: [{ leadStatus: 'delivered', amount: 250, currency: 'USD', validFrom: '2026-01-01' }],
  disqualificationConditionals: [conditions, { ...conditions, afterLookups: true }],
  lookups: [{ lookupId: 'lk_1', when: conditions }],
  consent: { trustedForm: { field: 'cert', required: false, retain: 'at_qualification', onFailure: 'flag' } },
  fallbackCampaigns: ['BORRU'],
  pixelRules: [
    { id: 'a', triggerPoint: 'lead_qualified', pixelId: '1', platform: 'facebook', eventName: 'Lead' },
    { id: 'b', triggerPoint: 'lead_delivered', pixelId: '2', platform: 'tiktok', eventName: 'Lead' },
  ],
  campaignAiAgents: { sms: { agentId: 'agent' } },
  settings: { dedupeEnabled: true, dedupeWindow: 30, dedupeFields: ['phone'] },
  tags: ['a'],
};

/** The bodies by operation. */
export const completeBodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createCampaign: { campaignId: 'ACMRU', ...campaign },
  submitLead: { campaignId: 'ACMRU', ...lead, notes: 'x', customFields: { a: 1 }, isTest: true },
  createLead: {
    campaignId: 'ACMRU',
    ...lead,
    notes: ['x', { by: 'a' }],
    flags: { vip: true },
    timezoneSource: 'browser',
    isTest: false,
  },
  bulkUpdateLeads: {
    leadIds: ['lead_1', 'lead_2'],
    updates: {
      ...leadWithoutFiles,
      status: 'contacted',
      approvalStatus: 'approved',
      notes: ['x'],
      customFields: { a: 1 },
      isTest: true,
      'flags.vip': true,
    },
  },
  repostLead: {
    campaignId: 'ACMRU',
    modifiedPayload: { ...lead, notes: 'x', customFields: { a: 1 } },
    deliveryInfo: { url: 'https://buyer.example/leads', method: 'POST', headers: { 'X-A': 'a' }, body: {} },
  },
  deliverLead: { campaignId: 'ACMRU' },
  moveLeadToCampaign: { campaignId: 'ACMRU' },
  sendSms: { leadId: 'lead_1', message: 'Hello', to: '+14155550132', from: '+14155550133' },
  firePixel: {
    leadId: 'lead_1',
    pixelId: '1',
    platform: 'facebook',
    eventName: 'Lead',
    eventValue: 5,
    currency: 'USD',
    actionSource: 'website',
  },
  checkDuplicate: { campaignId: 'ACMRU', phoneSha256: 'a'.repeat(64), email: 'ada@example.com' },
  addSuppressionEntries: { values: ['+14155550132'] },
  removeSuppressionEntries: { values: ['+14155550132'] },
  checkSuppressionEntry: { value: '+14155550132' },
  createAdjustment: { leadId: 'lead_1', amount: -12.5, currency: 'USD', note: 'agreed' },
  requestReturn: { leadId: 'lead_1', clientId: 'cli_1', reason: 'wrong_number', note: 'rang twice' },
  approveReturn: { note: 'heard it' },
  denyReturn: { note: 'the number is in service' },
  withdrawReturn: { note: 'reached' },
  createOffer: { offerId: 'roundup', name: 'Roundup', abbrev: 'RU', category: 'mass_tort', tags: ['a'] },
  updateOffer: { name: 'Roundup', abbrev: 'RU', archivedAt: '2026-01-15T17:20:31.042Z', tags: ['a'] },
  recordInteraction: {
    leadId: 'lead_1',
    externalId: 'dialer-1',
    campaignId: 'ACMRU',
    type: 'call',
    status: 'no_answer',
    phone: '+1 415 555 0132',
    telephony: { provider: 'acme', messageId: 'm1', phoneNumber: '+14155550100' },
    call: {
      source: 'webrtc',
      direction: 'outbound',
      duration: 61,
      recordingUrl: 'https://files.example/call.mp3',
      terminationReason: 'hangup',
      voiceAI: { provider: 'acme', agentId: 'a', conversationId: 'c' },
      spokenTo: false,
    },
    summary: 'x',
    transcript: [
      { timestamp: '2026-01-15T17:20:31.042Z', role: 'agent', message: 'Hello', source: 'ai' },
      { timestamp: '2026-01-15T17:20:32.042Z', role: 'lead', message: 'Yes' },
    ],
    errorCode: 'busy',
    errorMessage: 'x',
  },
  upsertFile: {
    leadId: 'lead_1',
    fileKey: 'retainer',
    fileName: 'retainer.pdf',
    fileType: 'pdf',
    documentUrl: 'https://files.example/r.pdf',
    signedAt: '2026-01-15T17:20:31.042Z',
    metadata: { a: 1 },
  },
};
