/** The SMS worker. */
import { runWorker } from '@sluice/pipeline';
import { createOutboundClient } from '@sluice/providers';
import { sealingKey } from '@sluice/store';
import { configFromEnvironment, traceCall } from '@sluice/process';
import { configShape } from './config.js';
import { smsStage } from './sms-stage.js';

const config = configFromEnvironment(configShape);
const outbound = createOutboundClient({
  allowedCidrs: config.OUTBOUND_ALLOW,
  connections: config.OUTBOUND_CONNECTIONS,
  traceCall,
});
const encryptionKeys = config.ENCRYPTION_KEY.map(sealingKey);

await runWorker(config, smsStage, (core) => ({
  ...core,
  outbound,
  encryptionKeys,
  publicUrl: config.PUBLIC_URL,
}));
