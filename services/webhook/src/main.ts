/** The webhook worker, which also makes the calls that qualification waits for. */
import { runWorker } from '@sluice/pipeline';
import { createCircuits, createOutboundClient } from '@sluice/providers';
import { configFromEnvironment, traceCall } from '@sluice/process';
import { sealingKey } from '@sluice/store';
import { checksStage } from './checks-stage.js';
import { configShape } from './config.js';
import { webhookStage } from './webhook-stage.js';

const config = configFromEnvironment(configShape);
const outbound = createOutboundClient({
  allowedCidrs: config.OUTBOUND_ALLOW,
  connections: config.OUTBOUND_CONNECTIONS,
  traceCall,
});
const encryptionKeys = config.ENCRYPTION_KEY.map(sealingKey);

const circuits = createCircuits();

await runWorker(config, webhookStage, (core) => ({ ...core, outbound, circuits, encryptionKeys }), [
  checksStage,
]);
