/** The e-mail worker. */
import { runWorker } from '@sluice/pipeline';
import { createMailClient, createOpenSocket, parseMailServer } from '@sluice/providers';
import { configFromEnvironment } from '@sluice/process';
import { sealingKey } from '@sluice/store';
import { configShape } from './config.js';
import { emailStage } from './email-stage.js';
import { startReports } from './plan-reports.js';

const config = configFromEnvironment(configShape);
const mail = createMailClient(createOpenSocket(config.OUTBOUND_ALLOW));
const installation = parseMailServer(config.SMTP_URL, config.MAIL_FROM);
const encryptionKeys = config.ENCRYPTION_KEY.map(sealingKey);

await runWorker(config, emailStage, (core) => {
  startReports(core);
  return { ...core, mail, installation, encryptionKeys };
});
