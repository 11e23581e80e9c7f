/** The words by which forms, and sentences about items, call the fields of an item. */

const named: Readonly<Record<string, string>> = {
  url: 'Address',
  abbrev: 'Abbreviation',
  key: 'Key',
  active: 'In use',
  isActive: 'In use',
  logicalOperator: 'Of these',
  subRules: 'Conditions',
  when: 'If',
  cap: 'Leads',
  type: 'Period',
  action: 'Otherwise',
  dedupeEnabled: 'Refuse duplicates',
  dedupeWindow: 'Days that count',
  dedupeFields: 'Fields that make a duplicate',
  dedupeMatch: 'One equal field, or all',
  duplicateCheck: 'May ask about duplicates',
  sameRequestSeconds: 'Seconds in which an equal lead is the same',
  fromOptOuts: 'Numbers that opted out too',
  lookups: 'Look-ups',
  lookupId: 'Look-up',
  afterLookups: 'After look-ups',
  hashed: 'Values are hashes',
  phones: 'Spelled as',
  dedupeScope: 'Among the leads of',
  aiQualificationEnabled: 'Ask a language model',
  aiOnError: 'If it does not answer',
  autoRoutingEnabled: 'Use the routing rules',
  disqualificationConditionals: 'Refuse leads',
  deliveryLimits: 'Caps and budgets',
  deliverySchedule: 'Hours',
  specificDays: 'Open',
  maxAgeMinutes: 'Greatest age in minutes',
  nextOn: 'Ask the next buyer if the lead was',
  campaignAiAgents: 'Agents',
  revenueMilestones: 'Milestones',
  pixelRules: 'Pixels',
  returns: 'Returns',
  windowDays: 'Days to return a lead',
  maximumPercent: 'At most percent of a month',
  amount: 'Amount',
  fromAnswer: "A price in the buyer's answer",
  fields: 'Mapping',
  responseRules: 'What its answers mean',
  onAmbiguous: 'If the outcome is unknown',
  onUnreadable: 'If the answer cannot be read',
  ipAllow: 'Addresses it may call from',
  on: 'Told of',
  answerDetail: 'What its answers say',
  sms: 'Text messages',
};

/** The label of a field by its name: `maxLeadsPerDay` is "Max leads per day". */
export function labelOf(name: string): string {
  const known = Object.hasOwn(named, name) ? named[name] : undefined;
  if (known !== undefined) return known;
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/(?<=.) ids?$/, '')
    .replaceAll(/\b(sms|url|ai|id|xml|json|ip)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
