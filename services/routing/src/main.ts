/** The routing worker. */
import { runWorker } from '@sluice/pipeline';
import { config } from './config.js';
import { routingStage } from './routing-stage.js';

await runWorker(config, routingStage, (core) => core);
