export { sendWebhook } from './send-webhook.js';
export type { WebhookDelivery } from './send-webhook.js';
