/** The qualification worker. */
import { runWorker } from '@sluice/pipeline';
import { configFromEnvironment } from '@sluice/process';
import { configShape } from './config.js';
import { qualificationStage } from './qualification-stage.js';

const config = configFromEnvironment(configShape);
await runWorker(config, qualificationStage, (core) => core);
