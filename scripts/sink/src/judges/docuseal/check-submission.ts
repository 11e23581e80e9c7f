/** What DocuSeal requires of a new submission, checked in its order and refused in its words. */
import { asObject, asText } from '../../sink-request.js';
import type { JsonObject } from '../../sink-request.js';
import { hasField } from './templates.js';
import type { DocusealTemplate } from './templates.js';

const texts = ['name', 'email', 'phone', 'role', 'external_id', 'completed_redirect_url'] as const;
const switches = ['send_email', 'send_sms', 'completed', 'require_phone_2fa', 'require_email_2fa'] as const;

/** The reason why DocuSeal refuses the form of a submission; undefined if it is right. */
export function submissionProblem(body: JsonObject): string | undefined {
  if (body['template_id'] === undefined) return 'template_id is required';
  const { submitters, order, expire_at: expireAt } = body;
  if (!Array.isArray(submitters) || submitters.length === 0) return 'submitters is required';
  if (order !== undefined && order !== 'preserved' && order !== 'random')
    return 'order must be one of preserved, random';
  if (expireAt !== undefined && Number.isNaN(Date.parse(asText(expireAt) ?? '')))
    return 'expire_at is invalid';
  for (const name of ['send_email', 'send_sms'])
    if (body[name] !== undefined && typeof body[name] !== 'boolean') return `${name} must be true or false`;
  for (const [index, each] of submitters.entries()) {
    const problem = submitterProblem(asObject(each) ?? {});
    if (problem !== undefined) return `${problem} in \`submitters[${index}]\`.`;
  }
  const roles = submitters.map((each) => asText(asObject(each)?.['role'])).filter(Boolean);
  return new Set(roles).size === roles.length ? undefined : 'role must be unique in `submitters`.';
}

function submitterProblem(submitter: JsonObject): string | undefined {
  const { name, email, phone, values, fields, metadata } = submitter;
  if ([name, email, phone].every((value) => asText(value) === undefined))
    return 'email, phone, or name is required';
  for (const key of texts)
    if (submitter[key] !== undefined && typeof submitter[key] !== 'string') return `${key} must be a String`;
  for (const key of switches)
    if (submitter[key] !== undefined && typeof submitter[key] !== 'boolean')
      return `${key} must be true or false`;
  if (asText(email) !== undefined && !/^[^@\s<>]+@[^@\s<>]+\.[^@\s<>]+$/.test(String(email)))
    return 'email is invalid';
  if (asText(phone) !== undefined && !/^\+\d+$/.test(String(phone)))
    return 'phone should start with +<country code> and contain only digits';
  if (values !== undefined && asObject(values) === undefined) return 'values must be a Hash';
  if (metadata !== undefined && asObject(metadata) === undefined) return 'metadata must be a Hash';
  if (fields === undefined) return undefined;
  if (!Array.isArray(fields)) return 'fields must be a Array';
  return fields.every((field) => asText(asObject(field)?.['name']) !== undefined)
    ? undefined
    : 'name is required in `fields`';
}

/** The reason why a template cannot be used for these submitters; undefined if it can. */
export function templateProblem(
  template: DocusealTemplate | undefined,
  submitters: readonly JsonObject[],
): string | undefined {
  if (template === undefined) return 'Template not found';
  if (template.isArchived === true) return 'Template has been archived';
  if (Object.keys(template.fields).length === 0) return 'Template does not contain fields';
  if (submitters.length > template.roles.length) return 'Defined more signing parties than in template';
  for (const [index, submitter] of submitters.entries()) {
    const role = roleOf(template, submitter, index);
    const unknown = namesOf(submitter).find((name) => !hasField(template, role, name));
    if (unknown !== undefined) return `Unknown field: ${unknown}`;
  }
  return undefined;
}

/** The role of a submitter. DocuSeal does not refuse an unknown role; it takes the submitter by position. */
export function roleOf({ roles }: DocusealTemplate, submitter: JsonObject, index: number): string {
  const named = asText(submitter['role']);
  return roles.find((role) => role === named) ?? roles[index] ?? '';
}

function namesOf({ values, fields }: JsonObject): readonly string[] {
  const listed = Array.isArray(fields) ? fields.map((field) => String(asObject(field)?.['name'])) : [];
  return [...Object.keys(asObject(values) ?? {}), ...listed];
}
