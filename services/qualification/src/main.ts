/** The qualification worker. */
import { runWorker } from '@sluice/pipeline';
import { config } from './config.js';
import { qualificationStage } from './qualification-stage.js';

await runWorker(config, qualificationStage, (core) => core);
