/**
 * Thousands of leads wait for the release of a hold: what that costs the stores, and that each of them reaches its buyer
 * once, although the process that releases them dies.
 */
import { MongoClient, type Document } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { countsAtRest, leadBody, submitAll, type Receipt } from '../harness/affiliate.js';
import { eventually, startInstallation, type Installation, type LeadService } from '../harness/installation.js';
import { writeTenantFile } from './tenant-file.js';

const LEADS = 2_000;
/** The sweep checks work again after 1.5 times this. */
const SWEEP_AFTER_SECONDS = 2;
const TWO_SWEEPS_MS = 2 * 1_500 * SWEEP_AFTER_SECONDS;
const workers = ['qualification', 'routing', 'delivery', 'webhook'] as const satisfies readonly LeadService[];
