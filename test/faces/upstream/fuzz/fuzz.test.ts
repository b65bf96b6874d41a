import { expect, it } from 'vitest';
import { runs } from '../../../support/runs.ts';
import { fuzz } from './fuzz.ts';

const { UPSTREAM_FUZZ_ANSWERS: asked, UPSTREAM_FUZZ_SEED: seed = '1' } = process.env;

it('nothing that a platform answers is a fault of ours', async () => {
  const faults = await fuzz({
    answers: asked === undefined ? runs(2, 100) : Number(asked),
    seed: Number(seed),
    onOperation(name, outcomes) {
      if (asked === undefined) return;
      const counts = [...outcomes].map(([outcome, count]) => `${count} ${outcome}`);
      process.stdout.write(`${name}: ${counts.join(', ')}\n`);
    },
  });
  expect(faults).toEqual([]);
});
