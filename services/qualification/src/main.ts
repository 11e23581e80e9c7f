/** The qualification worker. */
import { runWorker } from '@sluice/pipeline';
import { configFromEnvironment } from '@sluice/process';
import { sealingKey } from '@sluice/store';
import { configShape } from './config.js';
import { qualificationStage } from './qualification-stage.js';

const config = configFromEnvironment(configShape);
const encryptionKeys = config.ENCRYPTION_KEY.map(sealingKey);
await runWorker(config, qualificationStage, (core) => ({ ...core, encryptionKeys }));
