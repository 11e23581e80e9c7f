/** Offers (§4.6). */
import { z } from 'zod';
import { createOfferInputSchema, offerSchema, updateOfferInputSchema } from '../resources/offer.js';
import { requiredTextSchema } from '../formats/bounds.js';
import { defineEndpoint } from './define-endpoint.js';
import { createdAt, updatedAt } from './example-values.js';

const offerParams = z.object({
  offerId: requiredTextSchema.describe('Identifies the offer.').meta({ example: 'off_roundup' }),
});

const example = {
  offerId: 'off_roundup',
  name: 'Roundup',
  abbrev: 'RU',
  active: true,
  category: 'mass_tort' as const,
  eligibilityCriteria: ['Used the product for two years or more'],
  createdAt,
  updatedAt: createdAt,
};

/** POST /api/v1/offers */
export const createOffer = defineEndpoint({
  operationId: 'createOffer',
  method: 'POST',
  path: '/api/v1/offers',
  summary: 'Create an offer',
  description: 'Creates an offer. The name is title-cased and the abbreviation upper-cased.',
  tag: 'Offers',
  body: createOfferInputSchema,
  data: offerSchema,
  successStatus: 201,
  idempotent: true,
  errors: [],
  examples: { body: { name: 'roundup', abbrev: 'ru', category: 'mass_tort' }, data: example },
});

/** GET /api/v1/offers/{offerId} */
export const getOffer = defineEndpoint({
  operationId: 'getOffer',
  method: 'GET',
  path: '/api/v1/offers/{offerId}',
  summary: 'Get an offer',
  description: 'Returns one offer.',
  tag: 'Offers',
  params: offerParams,
  data: offerSchema,
  successStatus: 200,
  errors: ['NOT_FOUND'],
  examples: { data: example },
});

/** PATCH /api/v1/offers/{offerId} */
export const updateOffer = defineEndpoint({
  operationId: 'updateOffer',
  method: 'PATCH',
  path: '/api/v1/offers/{offerId}',
  summary: 'Update an offer',
  description: 'Changes the fields that are given. An unknown field refuses the whole update.',
  tag: 'Offers',
  params: offerParams,
  body: updateOfferInputSchema,
  data: offerSchema,
  successStatus: 200,
  errors: ['NOT_FOUND'],
  examples: { body: { active: false }, data: { ...example, active: false, updatedAt } },
});
