/** Work in BullMQ queues: producers, turns of tenants, lanes of receivers, and stages that run batches. */
export { changeQueue, type QueueChange } from './change-queue.js';
export {
  inspectQueue,
  inspectWaitingLists,
  inQueue,
  waitingFor,
  waitingListOf,
  type QueueReport,
} from './inspect-queue.js';
export { createProducer, type Producer, type Work } from './producer.js';
export { jobBudgetMs } from './stage/job-budget.js';
export { defineStage, type Stage, type StageOutcome, type StageRun } from './stage/stage.js';
export { startStage, type Progress, type RunningStage } from './stage/start-stage.js';
export { type WaitingList, type WaitingLists } from './waiting-lists.js';
export { watchQueue, type QueueWatch } from './watch-queue.js';
