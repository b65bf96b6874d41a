import type { Config } from '../config.ts';
import type { Stores } from '../domain/ports.ts';
import { hasDatabase, type OpenStores, openAsItIs, type StorageOptions } from '../storage/open-stores.ts';

type ExistingOptions = Pick<StorageOptions, 'statementTimeoutMs'>;

/** For one statement over a whole release: nobody waits for it. */
export const patient: ExistingOptions = { statementTimeoutMs: 10 * 60_000 };

/**
 * The stores of a gateway that has been started there, for commands that look after it: a wrong DATA_DIR is told, nothing is made in it,
 * and a database of an earlier version stays one.
 * @throws Error
 */
export async function openExisting(config: Config, options: ExistingOptions): Promise<OpenStores> {
  if (!hasDatabase(config)) {
    throw new Error(
      `There is no database in ${config.dataDirectory} (DATA_DIR). Name the folder of a gateway, or make one there: npm run migrate`,
    );
  }
  return openAsItIs({ ...config, ...options });
}

/** Prints what `run` returns, and closes them. @throws Error, as it does */
export async function printFromExisting(
  config: Config,
  run: (stores: Stores) => Promise<string>,
  options: ExistingOptions = {},
): Promise<void> {
  const { stores, close } = await openExisting(config, options);
  try {
    process.stdout.write(await run(stores));
  } finally {
    await close();
  }
}
