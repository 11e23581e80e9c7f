export { createSmsVendor, smsHookKey, smsHooks } from './create-sms-vendor.js';
export type { SmsVendorDeps } from './create-sms-vendor.js';
export type { ConsoleSmsLine } from './console.js';
export { meansOptedOut } from './opt-out-reports.js';
export { SMS_VENDOR_TIMEOUT_MS } from './sms-vendor.js';
export type {
  OutgoingSms,
  SmsCallback,
  SmsHook,
  SmsHookRequest,
  SmsRefused,
  SmsRetry,
  SmsSendOutcome,
  SmsSent,
  SmsVendor,
} from './sms-vendor.js';
