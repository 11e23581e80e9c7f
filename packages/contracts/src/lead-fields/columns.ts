/**
 * What is said of each field of a lead: the columns of the table, and the words that may stand in them. No column has a
 * default, so that whoever adds a field decides all of them.
 */
import type { z } from 'zod';
import type { FieldCategory, FieldLibraryEntryInput } from '../resources/field-library.js';
import type { PixelPlatform } from '../resources/pixel.js';

/** The bodies that lead data comes in by: submit, direct create, a repost with changed data, bulk update. */
export type Way = 'submit' | 'create' | 'repost' | 'update';

type Values = Readonly<Record<string, unknown>>;

/** How a value is normalised and stored, each with the type that is stored. */
export interface StoredKinds {
  /** As it was sent, as are the following, unless they say otherwise. */
  text: string;
  truth: boolean;
  list: readonly unknown[];
  map: Values;
  /** One note, or a list of them. */
  notes: string | readonly unknown[];
  /** Without white space or invisible characters at its ends. */
  name: string;
  /** In the one spelling that `canonicalEmail` gives it. */
  email: string;
  /** The lead's own number: E.164 if valid; otherwise as sent, with `phoneValid: false`. */
  phone: string;
  /** Named texts, as sent. */
  parts: Readonly<Partial<Record<string, string>>>;
  /** Answers by field key, in whichever form they were sent. */
  answers: Values;
}
export type FieldKind = keyof StoredKinds;

/**
 * What a value says of the person. Traces mask it accordingly, and a language model is told no value that says more
 * than `nothing`. `place` says where somebody is among many, so traces show it; `words` may say anything.
 */
export type Personal =
  | 'nothing'
  | 'name'
  | 'email'
  | 'phone'
  | 'birth'
  | 'street'
  | 'place'
  | 'device'
  | 'words';

/**
 * Who receives a value: buyers without mapped fields, webhooks, and the events of an ad platform, whose file in the
 * domain says how it wants the value.
 */
export type Receiver = 'buyers' | 'webhooks' | PixelPlatform;

/** The names of a file's columns that hold a value, separated by spaces. */
export interface ColumnNames {
  /**
   * What people call it, without spaces and punctuation, its own name first. A column of such a name is not read: the
   * message that refuses it suggests the field.
   */
  readonly people: string;
  /** What Meta and Google call it in the exports of their forms; of several columns the name that stands first counts. */
  readonly vendors?: string;
  /** What Meta writes before the value, so that a spreadsheet takes it for text, e.g. `p:`. */
  readonly vendorPrefix?: string;
}

/** What is said of every single value, be it a field or a part of one. */
export interface ValueColumns {
  /** The keys by which conditions, mapped fields and templates read it, each in snake case too. */
  readonly keys: readonly string[];
  /** How a lead is found by it. */
  readonly search: 'name' | 'email' | 'phone' | 'id' | false;
  /** Who receives it by itself; of a part, buyers and webhooks receive the field. */
  readonly receivers: readonly Receiver[];
  /** Its entry in the field library that every tenant starts with: category, label and type. */
  readonly library: readonly [FieldCategory, string, FieldLibraryEntryInput['dataType']] | false;
  /** Under which names a file sends it; false if no file can. */
  readonly columns: ColumnNames | false;
  readonly personal: Personal;
}

interface FieldColumns {
  /** Its schema on each way that takes it. Submit requires of a new lead what direct create requires. */
  readonly in: Readonly<Partial<Record<Way, z.ZodType>>>;
  readonly receivers: readonly Receiver[];
}

/** A field that holds one value. */
export interface PlainField extends FieldColumns, ValueColumns {
  readonly kind: Exclude<FieldKind, 'parts' | 'list' | 'map' | 'answers'>;
}

/** A field of named values. */
interface PartsField extends FieldColumns {
  readonly kind: 'parts';
  readonly parts: Readonly<Record<string, ValueColumns>>;
}

/** A field of values of which Sluice knows nothing; lists of leads leave it out, because it may be large. */
interface ListField extends FieldColumns {
  readonly kind: 'list';
}

/** The same by keys; what a value says of the person is judged by its key. */
export interface MapField extends FieldColumns {
  readonly kind: 'map' | 'answers';
  /** Where a key that is no field's own is looked up: in the field itself, and in an entry of it. */
  readonly sections: readonly string[];
  /** Whether a change of a lead's data is merged into it by key; otherwise it replaces the whole. */
  readonly mergedByKey: boolean;
  /** Whether bulk update sets one entry as `<field>.<key>`. */
  readonly updatedByEntry: boolean;
}

/** A row of the table. */
export type LeadField = PlainField | PartsField | ListField | MapField;
