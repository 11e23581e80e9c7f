/** The delivery worker. */
import { runWorker } from '@sluice/pipeline';
import {
  createCircuits,
  createMailClient,
  createOpenSocket,
  createOutboundClient,
  parseMailServer,
} from '@sluice/providers';
import { configFromEnvironment, traceCall } from '@sluice/process';
import { sealingKey } from '@sluice/store';
import { configShape } from './config.js';
import { deliveryStage } from './delivery-stage.js';
import { measureCircuits } from './measure-circuits.js';

const config = configFromEnvironment(configShape);
const outbound = createOutboundClient({
  allowedCidrs: config.OUTBOUND_ALLOW,
  connections: config.OUTBOUND_CONNECTIONS,
  traceCall,
});
const mail = createMailClient(createOpenSocket(config.OUTBOUND_ALLOW));
const installation = parseMailServer(config.SMTP_URL, config.MAIL_FROM);
const circuits = createCircuits();
const encryptionKeys = config.ENCRYPTION_KEY.map(sealingKey);

await runWorker(config, deliveryStage, (core) => {
  measureCircuits(circuits, core.metrics);
  return { ...core, outbound, mail, installation, circuits, encryptionKeys };
});
