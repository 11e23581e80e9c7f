/** What a development installation makes for itself at its first start and keeps: DATA_DIR/secrets.json, for its owner alone. */
import { newPassword } from '@sluice/contracts';
import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from './problem.js';

/** The kept secrets. */
export interface Secrets {
  /** 32 bytes, base64. */
  readonly encryptionKey: string;
  readonly operatorPassword: string;
  /** The database knows a key by its hash alone, so the demo tenant's own copy lies here. */
  readonly demoKey?: { readonly tenantId: string; readonly apiKey: string };
}

/** The secrets of this data directory, made now if this is its first start. */
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
      `${secretsFile(dataDir)} is not valid JSON: restore it, or remove the data directory to start anew.`,
    );
  }
}

/** Replaces the kept secrets as a whole. */
export function keepSecrets(dataDir: string, secrets: Secrets): void {
  const draft = `${secretsFile(dataDir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, secretsFile(dataDir));
}

/** Where the secrets of a data directory lie. */
export function secretsFile(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}
