/** Looks at the stores and processes of the installation that is found here. */
import { Problem } from '@sluice/local';
import type { SealingKey } from '@sluice/store';
import { encryptionKeysIn } from '../encryption-keys.js';
import { encryptionKeyOrNone, findInstallation, hasMailServer } from '../where.js';
import { examineMongodb } from './examine-mongodb.js';
import { examineRedis } from './examine-redis.js';
import { examineServices } from './examine-services.js';
import type { Finding } from './finding.js';
import type { Examined } from './report.js';

/** Examines every part; a part that does not answer is among the findings. */
export async function examineInstallation(): Promise<Examined> {
  const { mongodbUrl, redisUrl, run } = findInstallation();
  const { keys, findings } = readKey();
  const [mongodb, redis, services] = await Promise.all([
    examineMongodb(mongodbUrl, keys, hasMailServer()),
    examineRedis(redisUrl),
    examineServices(run, process.env['GATEWAY_URL']),
  ]);
  return { mongodb, redis, services, ofKey: { observed: {}, findings, unseen: [] } };
}

// No service starts with a key that cannot be read, and a person may have set it for this command alone.
function readKey(): { readonly keys?: readonly SealingKey[]; readonly findings: readonly Finding[] } {
  const text = encryptionKeyOrNone();
  try {
    return text === undefined ? { findings: [] } : { keys: encryptionKeysIn(text), findings: [] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const remedy =
      "Set it to the services' key: 32 bytes in base64, followed by earlier keys, separated by commas.";
    return { findings: [{ area: 'configuration', problem: error.message, remedy }] };
  }
}
