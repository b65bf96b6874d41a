/** What is sent to a platform that is always at fault, and what comes of it. */
import { expect, it } from 'vitest';
import { DomainError } from '../../../src/domain/errors.ts';
import { type IncomingAnswer, NoAnswer, type OutgoingRequest } from '../../../src/upstream/client/exchange.ts';
import { retrying } from '../../../src/upstream/limits/retrying-exchange.ts';

const away = new NoAnswer('it is away', { isSent: false, status: null });
const failed: IncomingAnswer = { status: 502, text: '', retryAfterSeconds: null };

/** What was done, and in which order, where the platform answers or fails by that. */
function open(outcome: IncomingAnswer | Error) {
  const done: string[] = [];
  const exchange = retrying({
    async send() {
      done.push('sent');
      setTimeout(() => done.push('turn'));
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  });
  const send = (request: Partial<OutgoingRequest> = {}) =>
    exchange
      .send({ ...{ method: 'GET', path: '/', headers: {}, deadline: performance.now() + 60_000 }, ...request })
      .then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      );
  const onRetry = () => void done.push('again');
  return { done, send, onRetry, countSent: () => done.filter((one) => one === 'sent').length };
}

const thrice = ['sent', 'turn', 'again', 'sent', 'turn', 'again', 'sent'];

it.each<[string, IncomingAnswer | Error, string[], Partial<OutgoingRequest>]>([
  ['a read that got no answer is sent again later', away, thrice, {}],
  ['so is one whose answer says that the platform is at fault', failed, thrice, {}],
  ['so is a request that may be repeated', away, thrice, { method: 'POST', isRepeatable: true }],
  ['no other is', away, ['sent'], { method: 'POST' }],
  ['nor one that did not begin', new DomainError('UNAVAILABLE', 'It has no turn.'), ['sent'], {}],
])('%s, and its outcome is the last one', async (_, outcome, expected, request) => {
  const { done, send, onRetry } = open(outcome);
  expect(await send({ ...request, onRetry })).toEqual(
    outcome instanceof Error ? { error: outcome } : { answer: outcome },
  );
  expect(done).toEqual(expected);
});

it('of ten reads that fail, one is sent again beside the two that are in hand', async () => {
  const { send, countSent } = open(failed);
  for (let read = 0; read < 9; read += 1) await send();
  expect(countSent()).toBe(9 + 2);
  for (let read = 9; read < 12; read += 1) await send();
  expect(countSent()).toBe(12 + 3);
});
