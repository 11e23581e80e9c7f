export {
  MODEL_TIMEOUT_MS,
  modelRequest,
  modelServer,
  readModelAnswer,
  type ModelAnswer,
  type ModelMessages,
  type ModelServer,
} from './chat-completions.js';
