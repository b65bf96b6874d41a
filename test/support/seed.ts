/**
 * Searches at random try the same cases each time: what CI says of a commit is about the commit. Others are
 * tried with another seed, as in `SEED=$RANDOM npm run test:searches`.
 */
import fc from 'fast-check';

const seed = Number(process.env.SEED ?? 1);
if (!Number.isInteger(seed)) throw new Error(`SEED must be a whole number, but is ${process.env.SEED}.`);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
