/** The house keeps its shape: who may import whom and what, where tests stand, and no file that hides two ideas. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readHouse } from './house/house.ts';
import { rules } from './house/rules.ts';

const house = readHouse(join(import.meta.dirname, '..'));

it.each(Object.entries(rules))('%s', (_, faultsOf) => {
  expect(faultsOf(house)).toEqual([]);
});
