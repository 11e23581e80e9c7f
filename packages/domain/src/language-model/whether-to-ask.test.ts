import { campaignOf } from '../../test/builders.js';
import { whetherToAsk } from './whether-to-ask.js';

const offer = { eligibilityCriteria: ['Was injured', '  '] };
const usual = { offer, isConfigured: true, isByPerson: false };
const naming = (llm: string) => campaignOf({ settings: { integrationOverrides: { llm } } });

it.each([
  ['about the criteria that say something', campaignOf(), usual, { kind: 'ask', criteria: ['Was injured'] }],
  ['if the campaign names it', naming('llm'), usual, { kind: 'ask', criteria: ['Was injured'] }],
])('a language model is asked %s', (_when, campaign, circumstances, expected) => {
  expect(whetherToAsk(campaign, circumstances)).toEqual(expected);
});

it.each([
  ['no_llm_provider', campaignOf(), { ...usual, isConfigured: false }],
  ['other_llm_provider', naming('claude'), usual],
  ['no_criteria', campaignOf(), { ...usual, offer: {} }],
  ['no_criteria', campaignOf(), { ...usual, offer: undefined }],
  ['by_person', campaignOf(), { ...usual, isByPerson: true }],
])('no language model is asked: %s', (because, campaign, circumstances) => {
  expect(whetherToAsk(campaign, circumstances)).toEqual({ kind: 'not_asked', because });
});
