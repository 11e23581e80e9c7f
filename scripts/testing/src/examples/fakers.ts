/**
 * Repeatable fake data: every locale draws from one seeded sequence of random numbers, so the same seed yields the same
 * file on every machine.
 */
import {
  Faker,
  ar,
  base,
  cs_CZ,
  de,
  el,
  en,
  en_AU,
  en_CA,
  en_GB,
  en_IN,
  en_US,
  es_MX,
  fr,
  fr_CA,
  generateMersenne32Randomizer,
  he,
  ja,
  ko,
  nb_NO,
  pl,
  ta_IN,
  tr,
  uk,
  vi,
  zh_CN,
  zh_TW,
  type LocaleDefinition,
} from '@faker-js/faker';

/** The fakers: one for everything without a language, and others for the names and streets of a country. */
export interface Fakers {
  readonly any: Faker;
  /** A faker of a locale in which addresses of `country` (ISO 3166 alpha-2) are written. */
  readonly streets: (country: string) => Faker;
  /** A faker of a locale whose names are common in `country`; a different one each time. */
  readonly names: (country: string) => Faker;
}

const home: Readonly<Record<string, LocaleDefinition>> = {
  US: en_US,
  CA: en_CA,
  GB: en_GB,
  DE: de,
  FR: fr,
  AU: en_AU,
  MX: es_MX,
  IN: en_IN,
};
const heard: Readonly<Record<string, readonly LocaleDefinition[]>> = {
  CA: [fr_CA, en_CA, zh_TW, uk],
  GB: [en_GB, en_IN, ar, pl],
  DE: [de, tr, ar, el],
  FR: [fr, ar, es_MX],
  AU: [en_AU, zh_CN, el, ko],
  MX: [es_MX],
  IN: [en_IN, ta_IN],
};
/** People in the United States have names from many countries. */
const everywhere = [es_MX, de, fr, nb_NO, pl, cs_CZ, en_IN, zh_CN, ja, ko, ar, uk, el, he, tr, vi];
const AMERICAN_NAMES = 0.55;

/** Creates fakers that depend only on `seed`. */
export function seededFakers(seed: number): Fakers {
  const randomizer = generateMersenne32Randomizer(seed);
  const made = new Map<LocaleDefinition, Faker>();
  const of = (locale: LocaleDefinition): Faker => {
    const faker = made.get(locale) ?? new Faker({ locale: [locale, en, base], randomizer });
    made.set(locale, faker);
    return faker;
  };
  const any = of(en_US);
  return {
    any,
    streets: (country) => of(home[country] ?? en_US),
    names: (country) => {
      const locales = heard[country];
      if (!locales && any.datatype.boolean(AMERICAN_NAMES)) return any;
      return of(any.helpers.arrayElement(locales ?? everywhere));
    },
  };
}
