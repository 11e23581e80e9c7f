/** The whole table of a lead's fields, and the names that follow from it. */
import type { LeadField, Way } from './columns.js';
import { dataFields } from './data-fields.js';
import { leadItself } from './lead-itself.js';

/** Every field that a lead is sent with or that its data has, by name. */
export const leadFields = { ...leadItself, ...dataFields };

export type LeadFields = typeof leadFields;
export type LeadFieldName = keyof LeadFields;

/** The fields of a lead's data. */
export type DataFields = typeof dataFields;
export type DataFieldName = keyof DataFields;
export const dataFieldNames = Object.keys(dataFields) as readonly DataFieldName[];

/** The fields that a way takes. */
export type TakenBy<W extends Way> = {
  [Name in LeadFieldName]: W extends keyof LeadFields[Name]['in'] ? Name : never;
}[LeadFieldName];

/** The fields of a lead's data that are sent; the others are made of them. */
export type SentFieldName = {
  [Name in DataFieldName]: [keyof DataFields[Name]['in']] extends [never] ? never : Name;
}[DataFieldName];

/** The fields that normalisation may spell differently, of which the sent form is kept. */
export type RespelledName = {
  [Name in DataFieldName]: DataFields[Name]['kind'] extends 'name' | 'email' | 'phone' ? Name : never;
}[DataFieldName];

/** The fields of values by keys. */
export type MapName = {
  [Name in DataFieldName]: DataFields[Name]['kind'] extends 'map' | 'answers' ? Name : never;
}[DataFieldName];

const rows: Readonly<Record<LeadFieldName, LeadField>> = leadFields;

/** What the table says of a field, without what it says of this one alone. */
export function rowOf(name: LeadFieldName): LeadField {
  return rows[name];
}
