/** Whether two bodies are the same: by their bytes, or by what they say however it is spelled. */
import { maxBodyDepth } from '@sluice/contracts';
import { hash } from 'node:crypto';
import type { SentBody } from './read-request.js';

/** A body by its hashes. */
export interface BodyHashes {
  readonly ofBytes: string;
  /** The same for every spelling of one JSON: another order of keys, other spaces, escapes, or digits of a number. */
  readonly ofContent: string;
}

/** Hashes a body. */
export function bodyHashes({ bytes, json }: SentBody): BodyHashes {
  const content = canonicalJson(json, 0);
  return {
    ofBytes: hash('sha256', bytes, 'base64url'),
    ofContent: hash('sha256', content ?? bytes, 'base64url'),
  };
}

/**
 * JSON in one spelling, its keys sorted at each level. Undefined for a value nested deeper than a body may be, which is
 * refused anyway and could exhaust the stack.
 */
export function canonicalJson(value: unknown, depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth > maxBodyDepth) return undefined;
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) {
      const text = canonicalJson(item, depth + 1);
      if (text === undefined) return undefined;
      parts.push(text);
    }
    return `[${parts.join(',')}]`;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(members).sort()) {
    const text = canonicalJson(members[key], depth + 1);
    if (text === undefined) return undefined;
    parts.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${parts.join(',')}}`;
}
