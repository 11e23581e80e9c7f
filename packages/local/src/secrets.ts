/**
 * The secrets that a development installation generates at its first start: DATA_DIR/secrets.json, which only its owner
 * can read.
 */
import { newPassword, Problem } from '@sluice/contracts';
import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** With which address the first administrator of a development installation logs in, unless OPERATOR_EMAIL says another. */
export const usualOperatorEmail = 'operator@sluice.localhost';

/** The people of the demo tenant in a development installation; each role is the name in the address, too. */
export const demoRoles = ['owner', 'manager', 'analyst'] as const;
export type DemoRole = (typeof demoRoles)[number];

/** With which address the person with this role of the demo tenant logs in. */
export const demoAddress = (role: DemoRole): string => `${role}@sluice.localhost`;

/** The stored secrets. */
export interface Secrets {
  /** 32 bytes, base64. */
  readonly encryptionKey: string;
  readonly operatorPassword: string;
  /** Of the people of the demo tenant; missing in a data directory of an earlier version. */
  readonly demoPasswords?: Readonly<Record<DemoRole, string>>;
  /** The database stores only the key's hash, so the demo tenant's key itself is kept here. */
  readonly demoKey?: { readonly tenantId: string; readonly apiKey: string };
  /** The admin key of run.json, which the database stores as a hash too. */
  readonly adminKey?: string;
}

/** The secrets of this data directory, generated now if this is its first start. */
export function readOrMakeSecrets(dataDir: string): { secrets: Secrets; made: boolean } {
  let text: string;
  try {
    text = readFileSync(secretsFile(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const secrets = {
      encryptionKey: randomBytes(32).toString('base64'),
      operatorPassword: newPassword((bound) => randomInt(bound)),
    };
    keepSecrets(dataDir, secrets);
    return { secrets, made: true };
  }
  try {
    return { secrets: JSON.parse(text) as Secrets, made: false };
  } catch {
    throw new Problem(
      `${secretsFile(dataDir)} is not valid JSON: restore it, or remove the data directory to start over.`,
    );
  }
}

/** The passwords of the demo tenant's people, generated and kept if there are none yet. */
export function keptDemoPasswords(dataDir: string): Readonly<Record<DemoRole, string>> {
  const { secrets } = readOrMakeSecrets(dataDir);
  if (secrets.demoPasswords) return secrets.demoPasswords;
  const password = (): string => newPassword((bound) => randomInt(bound));
  const demoPasswords = { owner: password(), manager: password(), analyst: password() };
  keepSecrets(dataDir, { ...secrets, demoPasswords });
  return demoPasswords;
}

/** Replaces the stored secrets atomically. */
export function keepSecrets(dataDir: string, secrets: Secrets): void {
  const draft = `${secretsFile(dataDir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, secretsFile(dataDir));
}

/** The path of the secrets of a data directory. */
export function secretsFile(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}
