import type { Attack } from './attack.ts';
import type { AttackedStore, StoreName } from './attacked-store.ts';
import { judge, type Verdict } from './judge.ts';
import { allAttacks } from './list/all-attacks.ts';
import { measureIdle } from './measure-attack.ts';
import type { Options } from './options.ts';
import { type PreparedStores, prepareStores } from './prepare-stores.ts';
import { boundsInWords, formatRow, tableHead } from './table.ts';

/** Prints each verdict when it is there, and all of them in one table at the end. Returns whether every attack was passed. */
export async function judgeAll(options: Options): Promise<boolean> {
  const stores = await prepareStores(options.keep);
  const verdicts: Verdict[] = [];
  const idle: string[] = [];
  try {
    for await (const store of chosenStores(options, stores)) {
      idle.push(`${store.name} on ${store.engine}: ${Math.round(await measureIdle(store))} ms`);
      for (const attack of allAttacks.filter((one) => isChosen(one, store, options))) {
        const verdict = await judge(attack, store);
        process.stderr.write(formatRow(verdict));
        verdicts.push(verdict);
      }
    }
  } finally {
    await stores.close();
  }
  const failed = verdicts.filter(({ faults }) => faults.length > 0).length;
  process.stdout.write(`${tableHead}${verdicts.map(formatRow).join('')}\n${boundsInWords}`);
  process.stdout.write(`An idle gateway's health took at most: ${idle.join(', ')}.\n`);
  process.stdout.write(`${verdicts.length} attacks, ${failed} of them beyond what is promised.\n`);
  return failed === 0 && verdicts.length > 0;
}

async function* chosenStores(
  { engines, stores: names }: Options,
  stores: PreparedStores,
): AsyncGenerator<AttackedStore> {
  for (const engine of engines) for (const name of names) yield await stores.get(engine, name);
}

/** That an attack which is about no store's own shape is sent to. */
const everyShop: readonly StoreName[] = ['demo', 'large'];

function isChosen({ name, row, stores, engines }: Attack, store: AttackedStore, { only }: Options): boolean {
  const isMeant =
    only === null ||
    only.split(',').some((part) => (/^\d+$/.test(part) ? (row ?? 0) === Number(part) : name.includes(part)));
  return isMeant && (stores ?? everyShop).includes(store.name) && (engines?.includes(store.engine) ?? true);
}
