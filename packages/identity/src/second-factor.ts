/**
 * The second factor of an account: codes of an authenticator app, and recovery codes for when it is lost. Codes and
 * encryption are the library's; its own operations are not used, because they take a code twice and need its cookies.
 * One document an account holds everything and is changed by compare-and-set, so that a code is used once in all
 * processes together.
 */
import { createOTP } from '@better-auth/utils/otp';
import { parseEnvelope, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { database, isDuplicateKey, type Stores } from '@sluice/store';
import { randomBytes } from 'node:crypto';
import type { Library } from './library.js';

/** By which kind of code a person has proven the second factor. */
export type ProvenBy = 'code' | 'recovery code';

/** The second factors of an installation. */
export interface SecondFactors {
  /** How many recovery codes are left; undefined if the account has no second factor. */
  recoveryCodesOf(userId: string): Promise<number | undefined>;
  isOn(userId: string): Promise<boolean>;
  /** Begins to set one up; it counts once a code confirms it. Undefined if the account has one. */
  setUp(
    userId: string,
    address: string,
  ): Promise<{ readonly secret: string; readonly uri: string } | undefined>;
  /** Turns on what was set up; returns the recovery codes, or undefined if the code is not valid. */
  confirm(userId: string, code: string): Promise<readonly string[] | undefined>;
  /** Uses up a code of the app or a recovery code; undefined if it is not valid or was used before. */
  use(userId: string, code: string): Promise<ProvenBy | undefined>;
  /** Makes new recovery codes, which void the old. */
  renewRecoveryCodes(userId: string): Promise<readonly string[]>;
  /** Returns whether there was one. */
  remove(userId: string): Promise<boolean>;
  /** Encrypts all anew with the first key of the installation; the others only decrypt. Repeatable. */
  reencrypt(): Promise<Reencrypted>;
}

/** How many second factors were encrypted anew, and how many no key decrypts. */
export interface Reencrypted {
  readonly reencrypted: number;
  readonly unreadable: number;
}

const STEP_SECONDS = 30;
const RECOVERY_CODES = 10;
/** No period is before it: no code was used yet. */
const NEVER = 0;

/** Second factors in the database of `stores`, encrypted with the library's secrets. */
export function secondFactorsOf(
  library: () => Promise<Library>,
  { [database]: db }: Pick<Stores, typeof database>,
): SecondFactors {
  const factors = db.collection('identityTwoFactors');
  const keys = async () => (await (await library()).$context).secretConfig;
  const seal = async (data: string) => symmetricEncrypt({ key: await keys(), data });
  // What no key opens any more is no second factor that anybody could prove; an administrator removes it.
  const open = async (data: string) => symmetricDecrypt({ key: await keys(), data }).catch(() => undefined);
  const found = (userId: string) => factors.findOne({ userId });
  const isSet = (userId: string) => factors.findOne({ userId, verified: true });

  /** The period whose code this is: the present one, or a neighbour, because clocks differ. */
  async function stepOf(sealed: string, code: string): Promise<number | undefined> {
    const secret = await open(sealed);
    if (secret === undefined || !/^\d{6}$/.test(code)) return undefined;
    const now = Math.floor(Date.now() / 1000 / STEP_SECONDS);
    for (const step of [now, now - 1, now + 1])
      if ((await createOTP(bytesOf(secret)).hotp(step)) === code) return step;
    return undefined;
  }

  async function takeRecoveryCode(userId: string, code: string): Promise<boolean> {
    const factor = await isSet(userId);
    if (!factor) return false;
    const codes = codesIn(await open(factor.recoveryCodes));
    if (!codes.includes(code)) return false;
    const left = await seal(JSON.stringify(codes.filter((other) => other !== code)));
    const { recoveryCodes } = factor;
    const { matchedCount } = await factors.updateOne(
      { userId, verified: true, recoveryCodes },
      { $set: { recoveryCodes: left } },
    );
    // Somebody else took one meanwhile, perhaps this one.
    return matchedCount === 1 || takeRecoveryCode(userId, code);
  }

  async function reencryptOf(userId: string): Promise<keyof Reencrypted | 'current'> {
    const factor = await found(userId);
    const secrets = await keys();
    const newest = typeof secrets === 'string' ? undefined : secrets.currentVersion;
    const { secret = '', recoveryCodes = '' } = factor ?? {};
    const isNewest = (sealed: string) => parseEnvelope(sealed)?.version === newest;
    if (!factor || (isNewest(secret) && isNewest(recoveryCodes))) return 'current';
    const [plain, codes] = [await open(secret), await open(recoveryCodes)];
    if (plain === undefined || codes === undefined) return 'unreadable';
    const { matchedCount } = await factors.updateOne(
      { userId, secret, recoveryCodes },
      { $set: { secret: await seal(plain), recoveryCodes: await seal(codes) } },
    );
    return matchedCount === 1 ? 'reencrypted' : reencryptOf(userId);
  }

  return {
    recoveryCodesOf: async (userId) => {
      const factor = await isSet(userId);
      return factor ? codesIn(await open(factor.recoveryCodes)).length : undefined;
    },
    isOn: async (userId) => (await isSet(userId)) !== null,

    setUp: async (userId, address) => {
      const plain = randomBytes(20).toString('hex');
      const secret = await seal(plain);
      const begun = { secret, recoveryCodes: await seal('[]'), usedStep: NEVER };
      try {
        // One that is on does not match, and then its unique index refuses a second one.
        await factors.updateOne(
          { userId, verified: false },
          { $set: begun, $setOnInsert: { _id: randomBytes(12).toString('base64url') } },
          { upsert: true },
        );
      } catch (error) {
        if (isDuplicateKey(error)) return undefined;
        throw error;
      }
      const uri = createOTP(bytesOf(plain)).url('Sluice', address);
      return { secret: new URL(uri).searchParams.get('secret') ?? '', uri };
    },

    confirm: async (userId, code) => {
      const factor = await found(userId);
      if (!factor || factor.verified) return undefined;
      const { secret } = factor;
      const usedStep = await stepOf(secret, code);
      if (usedStep === undefined) return undefined;
      const codes = newCodes();
      const recoveryCodes = await seal(JSON.stringify(codes));
      const { matchedCount } = await factors.updateOne(
        { userId, secret, verified: false },
        { $set: { verified: true, usedStep, recoveryCodes } },
      );
      return matchedCount === 1 ? codes.map(shown) : undefined;
    },

    use: async (userId, sent) => {
      const code = sent.replaceAll(/[\s-]/g, '').toLowerCase();
      const factor = await isSet(userId);
      if (!factor) return undefined;
      const { secret } = factor;
      const step = await stepOf(secret, code);
      if (step === undefined) return (await takeRecoveryCode(userId, code)) ? 'recovery code' : undefined;
      const { matchedCount } = await factors.updateOne(
        { userId, secret, verified: true, usedStep: { $lt: step } },
        { $set: { usedStep: step } },
      );
      return matchedCount === 1 ? 'code' : undefined;
    },

    renewRecoveryCodes: async (userId) => {
      const codes = newCodes();
      const recoveryCodes = await seal(JSON.stringify(codes));
      await factors.updateOne({ userId, verified: true }, { $set: { recoveryCodes } });
      return codes.map(shown);
    },

    remove: async (userId) => (await factors.deleteOne({ userId })).deletedCount > 0,

    reencrypt: async () => {
      const counts = { reencrypted: 0, unreadable: 0, current: 0 };
      for await (const { userId } of factors.find({}, { projection: { userId: 1 } }))
        counts[await reencryptOf(userId)] += 1;
      const { current: _current, ...others } = counts;
      return others;
    },
  };
}

// What is kept is hexadecimal, and half as long for whoever types it as a text would be.
function bytesOf(secret: string): Buffer<ArrayBuffer> {
  return Buffer.from(secret, 'hex');
}

function codesIn(opened: string | undefined): readonly string[] {
  return opened === undefined ? [] : (JSON.parse(opened) as string[]);
}

// Ten hexadecimal digits of 40 random bits: more than the guess limiter lets anybody try.
function newCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => randomBytes(5).toString('hex'));
}

function shown(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}
