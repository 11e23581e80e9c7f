/** DocuSeal's API below `/docuseal`: submissions, submitters and templates. */
import { asObject, jsonObject } from '../../sink-request.js';
import type { Judge, SinkAnswer, SinkRequest } from '../../sink-request.js';
import { submissionProblem, templateProblem } from './check-submission.js';
import type { Submitter } from './records.js';
import { shownSubmission, shownSubmitter } from './show.js';
import type { DocusealSubmissions } from './submissions.js';
import { docusealTemplate, shownTemplate } from './templates.js';

/** DocuSeal's refusals, to be scripted: `sink.script({ path: '/docuseal/submissions', ...docusealRefusals.rateLimited })`. */
export const docusealRefusals = {
  notAuthenticated: { status: 401, body: { error: 'Not authenticated' } },
  notAuthorized: { status: 403, body: { error: 'Not authorized' } },
  rateLimited: { status: 429, body: { error: 'Too many requests' } },
  unavailable: { status: 503, body: '<html><body>Service Unavailable</body></html>' },
} as const;

const mostListed = 100;

/**
 * Answers as DocuSeal does. A key that is missing or `wrong` is refused with 401; one that begins with `testing` finds no
 * template (403).
 */
export function docusealJudge(store: DocusealSubmissions): Judge {
  return (request) => {
    const key = request.headers['x-auth-token'];
    if (key === undefined || key === '' || key === 'wrong') return docusealRefusals.notAuthenticated;
    const [, , resource = '', id] = request.path.split('/');
    switch (`${request.method} ${resource}${id === undefined ? '' : '/id'}`) {
      case 'POST submissions':
        return create(store, request, key);
      case 'GET submissions/id':
      case 'DELETE submissions/id':
        return oneSubmission(store, request.method, Number(id));
      case 'GET submitters':
        return list(store, request.query);
      case 'GET submitters/id': {
        const submitter = store.submitter(Number(id));
        return submitter === undefined ? notFound : { status: 200, body: shown(store, submitter) };
      }
      case 'GET templates/id': {
        const template = docusealTemplate(Number(id));
        if (template === undefined) return notFound;
        return key.startsWith('testing')
          ? notOfTesting(template.id)
          : { status: 200, body: shownTemplate(template) };
      }
      default:
        return notFound;
    }
  };
}

function create(store: DocusealSubmissions, { body, headers }: SinkRequest, key: string): SinkAnswer {
  const given = jsonObject(body);
  if (!headers['content-type']?.includes('json') || given === undefined)
    return refused(422, 'JSON parse error: unexpected token');
  const problem = submissionProblem(given);
  if (problem !== undefined) return refused(422, problem);
  const template = docusealTemplate(Number(given['template_id']));
  if (template !== undefined && key.startsWith('testing')) return notOfTesting(template.id);
  const submitters = (given['submitters'] as unknown[]).map((each) => asObject(each) ?? {});
  const unfit = templateProblem(template, submitters);
  if (template === undefined || unfit !== undefined) return refused(422, unfit ?? 'Template not found');
  const submission = store.create(given, template);
  const answered = submission.submitters.map((each) => shownSubmitter(each, submission, 'answer'));
  return { status: 200, body: answered };
}

function oneSubmission(store: DocusealSubmissions, method: string, id: number): SinkAnswer {
  const submission = store.submission(id);
  if (submission === undefined) return notFound;
  if (method === 'GET') return { status: 200, body: shownSubmission(submission) };
  submission.archivedAt ??= new Date().toISOString();
  return { status: 200, body: { id, archived_at: submission.archivedAt } };
}

function list(store: DocusealSubmissions, query: URLSearchParams): SinkAnswer {
  const [externalId, submissionId] = [query.get('external_id'), query.get('submission_id')];
  const limit = Math.min(Number(query.get('limit') ?? 10) || 10, mostListed);
  const [after, before] = [Number(query.get('after')) || Infinity, Number(query.get('before')) || 0];
  const found = store
    .submitters({
      externalId: externalId !== null ? externalId : undefined,
      submissionId: submissionId !== null ? Number(submissionId) : undefined,
    })
    .filter(({ id }) => id < after && id > before)
    .slice(0, limit);
  const pagination = { count: found.length, next: found.at(-1)?.id ?? null, prev: found[0]?.id ?? null };
  return { status: 200, body: { data: found.map((each) => shown(store, each)), pagination } };
}

function shown(store: DocusealSubmissions, submitter: Submitter): object {
  const submission = store.submission(submitter.submissionId);
  return submission === undefined ? {} : shownSubmitter(submitter, submission, 'answer');
}

const notFound: SinkAnswer = { status: 404, body: { status: 404, error: 'Not Found' } };

const notOfTesting = (id: number) =>
  refused(
    403,
    `Template ${id} not found using testing API key; Use production API key to access production templates.`,
  );

function refused(status: number, error: string): SinkAnswer {
  return { status, body: { error } };
}
