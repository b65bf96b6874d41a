import { expect, it } from 'vitest';
import { toOffering, toOfferingResource } from '../../src/contract/offering.ts';
import { resources } from '../../src/contract/resources.ts';

const record = (members: string, attributes: string) =>
  `{"id":"8f80c70c-2574-4740-8346-754c9f7b77f3","type":"subscription_offering","attributes":{"name":"Racing",` +
  `"meta":{"external_product_refs":[],"owner":"store","timestamps":{"created_at":"2026-01-01T00:00:00.000Z",` +
  `"updated_at":"2026-01-01T00:00:00.000Z"}}${attributes}}${members}}`;

it.each([
  ['at the top', ',"season":1,"team":{"name":"Blue"}', ''],
  ['within', '', ',"season":1,"team":{"name":"Blue"}'],
  ['called as what every object of JavaScript has', ',"constructor":"Blue"', ',"toString":1,"valueOf":{"a":true}'],
  ['called as its prototype', ',"__proto__":1', ',"__proto__":{"a":true}'],
])('a member that nobody here knows goes out as it came in: %s', (_where, members, attributes) => {
  const text = record(members, attributes);
  const accepted = resources.subscription_offering.accept(JSON.parse(text));
  expect(JSON.stringify(toOfferingResource(toOffering(accepted)))).toBe(text);
});
