/**
 * Phone numbers of files that have millions of them. Most of what reading a number takes is whether it can exist; in North
 * America that is the same for all ten thousand numbers of an exchange, so it is looked up once for each.
 */
import { parsePhone } from '../lead/phone.js';

interface ValidPhone {
  /** E.164. */
  readonly number: string;
  /** Without the country code. */
  readonly nationalNumber: string;
}

const usual = /^(?:\+?1[ -]?)?(?:\([2-9]\d\d\) ?|[2-9]\d\d[ -]?)[2-9]\d\d[ -]?\d{4}$/;
const [EXISTS, EXISTS_NOT] = [1, 2];
/** By area and exchange; 0 where it is not known yet. */
const exchanges = new Uint8Array(1_000_000);

/** The number as one of `country`, default US; undefined if there can be no such number. */
export function validPhone(sent: string, country: string = 'US'): ValidPhone | undefined {
  if ((country !== 'US' && country !== 'CA') || !usual.test(sent)) return parsed(sent, country);
  const nationalNumber = sent.replaceAll(/\D/g, '').slice(-10);
  const exchange = Number(nationalNumber.slice(0, 6));
  exchanges[exchange] ||= parsed(`+1${nationalNumber}`, country) ? EXISTS : EXISTS_NOT;
  return exchanges[exchange] === EXISTS ? { number: `+1${nationalNumber}`, nationalNumber } : undefined;
}

function parsed(sent: string, country: string): ValidPhone | undefined {
  const phone = parsePhone(sent, country);
  return phone?.isValid() ? phone : undefined;
}
