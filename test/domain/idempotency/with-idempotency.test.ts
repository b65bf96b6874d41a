import { expect, it } from 'vitest';
import { type WritingServices, withIdempotency } from '../../../src/domain/idempotency/with-idempotency.ts';
import type { Once } from '../../../src/domain/idempotency/write-once.ts';
import { writingContext } from '../../support/request-contexts.ts';

const id = '31A5CD1D-97BB-537B-A9D0-B12DB691E366';
const field = { customApiId: id, name: 'n', slug: 's', fieldType: 'integer' };
const inputs: Readonly<Record<string, object>> = {
  createSubscription: {
    ...{ accountId: id, offeringId: id, planId: id, currency: 'EUR' },
    ...{ name: 'Ada', email: 'ada@example.com' },
  },
  updateApplicationKey: { id, name: 'n' },
  createCustomField: field,
  createCustomApi: { name: 'n', slug: 's', apiType: 'n_ext' },
};

/** By its mutation's name, how each write reads its input. */
function understandingOf(): Map<string, (input: object) => unknown> {
  const known = new Map<string, (input: object) => unknown>();
  const once: Once<WritingServices> = ({ operation, understand }) => {
    known.set(operation, (input) => understand(input as never, writingContext()));
    return async () => null;
  };
  withIdempotency({ subscriptions: {}, applicationKeys: {}, customFields: {} } as unknown as WritingServices, once);
  return known;
}

it('every write is done once for each key', () => {
  expect([...understandingOf().keys()].sort()).toEqual(Object.keys(inputs).sort());
});

it.each(Object.entries(inputs))(
  '%s: what is the same input, however it is written, is read as the same',
  (name, input) => {
    const understand = understandingOf().get(name);
    const understood = understand?.(input);
    expect(understood).toEqual(expect.objectContaining({ name: expect.any(String) }));
    const spelled = JSON.parse(JSON.stringify(input).replaceAll(id, id.toLowerCase()));
    expect(understand?.({ ...spelled, validateOnly: false, unknown: 1 })).toEqual(understood);
  },
);

it.each(Object.entries(inputs))('%s: an input that will be refused is none, whoever found the fault', (name, input) => {
  const understand = understandingOf().get(name);
  expect(understand?.({ ...input, name: '' })).toBeNull();
  if (name === 'createSubscription') return;
  const faults = [{ path: ['type'], rule: 'enum', problem: 'must be another' }] as const;
  expect(understand?.({ ...input, faults })).toBeNull();
});
