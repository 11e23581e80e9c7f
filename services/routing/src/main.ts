/** The routing worker. */
import { runWorker } from '@sluice/pipeline';
import { configFromEnvironment } from '@sluice/process';
import { sealingKey } from '@sluice/store';
import { configShape } from './config.js';
import { GroupTurns } from './group-turns.js';
import { OnTheWay } from './on-the-way.js';
import { Openings } from '@sluice/pipeline';
import { startReleasing } from './release-waiting.js';
import { routingStage } from './routing-stage.js';

const config = configFromEnvironment(configShape);
await runWorker(config, routingStage, (core, onClose) => {
  const encryptionKeys = config.ENCRYPTION_KEY.map(sealingKey);
  const deps = {
    ...core,
    encryptionKeys,
    turns: new GroupTurns(),
    openings: new Openings(),
    onTheWay: new OnTheWay(),
  };
  const releasing = startReleasing(deps);
  onClose('releasing', () => releasing.stop());
  return deps;
});
