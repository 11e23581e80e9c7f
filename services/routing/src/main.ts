/** The routing worker. */
import { runWorker } from '@sluice/pipeline';
import { configFromEnvironment } from '@sluice/process';
import { configShape } from './config.js';
import { GroupTurns } from './group-turns.js';
import { Openings } from './openings.js';
import { routingStage } from './routing-stage.js';

const config = configFromEnvironment(configShape);
await runWorker(config, routingStage, (core) => ({
  ...core,
  turns: new GroupTurns(),
  openings: new Openings(),
}));
