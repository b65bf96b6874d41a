import * as stable from '@opentelemetry/semantic-conventions';
import * as inDevelopment from '@opentelemetry/semantic-conventions/incubating';
import { expect, it } from 'vitest';
import { attributes } from '../../src/tracing/attributes.ts';

it("attributes are called as OpenTelemetry's conventions call them, or are our own by their names", () => {
  // There are too many for the compiler to know each.
  const modules: readonly object[] = [stable, inDevelopment];
  const conventions = new Set<unknown>(modules.flatMap((names) => Object.values(names)));
  const others = Object.values(attributes).filter((name) => !conventions.has(name));
  expect(others.filter((name) => !name.startsWith('gateway.'))).toEqual([]);
});
