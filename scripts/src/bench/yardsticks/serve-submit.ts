/**
 * The yardsticks' intake: the same framework, address and answer as Sluice's gateway, and a check that the body
 * contains a person.
 */
import express from 'express';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';

/** A person as the bench sends one. */
export interface Person {
  readonly campaignId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly questionnaire: Readonly<Record<string, string>>;
}

/** A submitted lead. */
export interface Submitted {
  readonly leadId: string;
  readonly submissionId: string;
  readonly person: Person;
}

const required = ['campaignId', 'firstName', 'lastName', 'email', 'phone'] as const;

/** Answers 202 to each submitted lead once `accept` has resolved. Returns its own address. */
export async function serveSubmit(accept: (submitted: Submitted) => Promise<void>): Promise<string> {
  const app = express().disable('x-powered-by').disable('etag');
  app.use(express.json());
  app.post('/api/v1/leads/submit', async (req, res) => {
    const person = req.body as Person;
    const missing = required.filter((field) => typeof person[field] !== 'string');
    if (missing.length > 0) return void res.status(400).json({ success: false, error: missing });
    // Like a ULID: increasing over time and of the same length.
    const id = `${Date.now().toString(36).padStart(9, '0')}${randomBytes(9).toString('hex').slice(0, 17)}`;
    const submitted = { leadId: `lead_${id}`, submissionId: `sub_${id}`, person };
    await accept(submitted);
    res.status(202).json({
      success: true,
      data: { leadId: submitted.leadId, submissionId: submitted.submissionId, status: 'pending' },
    });
  });
  const server = await new Promise<ReturnType<typeof app.listen>>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/leads/submit`;
}
