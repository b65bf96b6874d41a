import { describe, expect, it } from 'vitest';
import { DomainError, type ErrorCode, validationError } from '../../src/domain/errors.ts';
import { errorOutcomes } from '../../src/http/error-outcomes.ts';
import { toFetchResponse } from '../../src/http/fetch-exchange.ts';
import { snakeCased, toErrorResponse } from '../../src/rest/errors.ts';

const request = new Request('https://shop.example/v2');
const bugs: unknown[] = [];
const answer = async (error: unknown, asked = request) => {
  const told = { headers: asked.headers, maxViolations: 3, report: (bug: unknown) => bugs.push(bug) };
  const response = toFetchResponse(toErrorResponse(error, told));
  return { response, errors: (await response.json()).errors };
};

describe('an error', () => {
  it.each(Object.keys(errorOutcomes) as ErrorCode[])('has the status and the title of its code: %s', async (code) => {
    const { status, title } = errorOutcomes[code];
    bugs.length = 0;
    const { response, errors } = await answer(new DomainError(code, 'What happened.'));
    expect(response.status).toBe(status);
    expect(errors).toEqual([{ title, status: String(status), detail: 'What happened.' }]);
    expect(response.headers.has('www-authenticate')).toBe(status === 401 || status === 403);
    expect(bugs).toEqual([]);
  });

  it('that is a bug is reported, and told nobody', async () => {
    bugs.length = 0;
    const bug = new TypeError('secret');
    const { response, errors } = await answer(bug);
    expect(response.status).toBe(500);
    expect(JSON.stringify(errors)).not.toContain('secret');
    expect(bugs).toEqual([bug]);
  });

  it("whose cause is the client's own fault is not reported", async () => {
    bugs.length = 0;
    await answer(new DomainError('NOT_FOUND', 'It is not there.', [], { cause: new Error('no row') }));
    expect(bugs).toEqual([]);
  });

  it('has an entry for each violation, in the names of this face', async () => {
    const { errors } = await answer(
      validationError([
        { path: ['paymentAuthority', 'cardId'], rule: 'required', problem: 'is required' },
        { path: ['productId'], subject: 'argument', rule: 'minLength', problem: 'must not be empty' },
        { path: ['EP-Channel'], subject: 'header', rule: 'characters', problem: 'must be ASCII or UTF-8' },
      ]),
    );
    expect(errors.map(({ detail }: { detail: string }) => detail)).toEqual([
      "The field 'payment_authority.card_id' is required.",
      "The parameter 'product_id' must not be empty.",
      "The header 'EP-Channel' must be ASCII or UTF-8.",
    ]);
  });

  it('has an entry for a single violation, in the names of this face', async () => {
    const { errors } = await answer(
      validationError([{ path: ['paymentAuthority', 'cardId'], rule: 'required', problem: 'is required' }]),
    );
    expect(errors.map(({ detail }: { detail: string }) => detail)).toEqual([
      "The field 'payment_authority.card_id' is required.",
    ]);
  });

  it('tells some violations, and then how many more there are', async () => {
    const violations = Array.from({ length: 5 }, (_, i) => ({
      path: ['ids', i],
      rule: 'minLength' as const,
      problem: 'must not be empty',
    }));
    const counted = { path: [], rule: 'more' as const, problem: '', more: 10 };
    const { errors } = await answer(validationError([...violations, counted]));
    expect(errors.map(({ detail }: { detail: string }) => detail)).toEqual([
      "The field 'ids.0' must not be empty.",
      "The field 'ids.1' must not be empty.",
      "The field 'ids.2' must not be empty.",
      'There are 12 more violations.',
    ]);
  });

  it('says what kind of token is needed, and whether the one that was sent is faulty', async () => {
    const refused = new DomainError('UNAUTHENTICATED', 'No.');
    const withToken = new Request(request, { headers: { Authorization: 'Bearer x' } });
    expect((await answer(refused)).response.headers.get('www-authenticate')).toBe('Bearer');
    expect((await answer(refused, withToken)).response.headers.get('www-authenticate')).toContain('invalid_token');
    const { response } = await answer(new DomainError('FORBIDDEN', 'No.'), withToken);
    expect(response.headers.get('www-authenticate')).toContain('insufficient_scope');
  });

  it('of the store is reported by its cause, and says when to ask again', async () => {
    const cause = new Error('connection refused');
    const { response } = await answer(new DomainError('UNAVAILABLE', 'Not now.', [], { cause }));
    expect(response.headers.get('retry-after')).toBe('1');
    expect(bugs).toContain(cause);
  });

  it('of a write whose outcome nobody knows is reported by its cause', async () => {
    const cause = new Error('cut');
    await answer(new DomainError('OUTCOME_UNKNOWN', 'Look.', [], { cause }));
    expect(bugs).toContain(cause);
  });

  it('of a platform has the status and the title that it gave', async () => {
    const platform = { status: 418, title: 'Teapot' };
    const { response, errors } = await answer(new DomainError('FORBIDDEN', 'No.', [], { platform }));
    expect(response.status).toBe(418);
    expect(errors).toEqual([{ title: 'Teapot', status: '418', detail: 'No.' }]);
  });

  it('of a platform has an entry for each of those that it told', async () => {
    const details = ['No name.', 'No e-mail address.'];
    const { errors } = await answer(new DomainError('VALIDATION_FAILED', details.join(' '), [], { details }));
    expect(errors).toEqual(details.map((detail) => ({ title: 'Bad Request', status: '400', detail })));
  });
});

it.each([
  [['validation', 'string', 'minLength'], 'validation.string.min_length'],
  [['ids', 0], 'ids.0'],
  [['page[limit]'], 'page[limit]'],
])('the path %j is %s', (path, text) => expect(snakeCased(path)).toBe(text));
