/** The webhook worker. */
import { runWorker } from '@sluice/pipeline';
import { createOutboundClient } from '@sluice/providers';
import { configFromEnvironment, traceCall } from '@sluice/runtime';
import { sealingKey } from '@sluice/store';
import { configShape } from './config.js';
import { webhookStage } from './webhook-stage.js';

const config = configFromEnvironment(configShape);
const outbound = createOutboundClient({
  allowedCidrs: config.OUTBOUND_ALLOW,
  connections: config.OUTBOUND_CONNECTIONS,
  traceCall,
});
const encryptionKeys = config.ENCRYPTION_KEY.map(sealingKey);

await runWorker(config, webhookStage, (core) => ({ ...core, outbound, encryptionKeys }));
