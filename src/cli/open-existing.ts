import type { Config } from '../config.ts';
import { hasDatabase, type OpenStores, openStores, type StorageOptions } from '../storage/open-stores.ts';

/**
 * The stores of a gateway that has been started there, for commands that look after it: a wrong DATA_DIR is told, and nothing is
 * made in it.
 * @throws Error
 */
export async function openExisting(
  config: Config,
  options: Pick<StorageOptions, 'statementTimeoutMs'> = {},
): Promise<OpenStores> {
  if (!hasDatabase(config)) {
    throw new Error(
      `There is no database in ${config.dataDirectory} (DATA_DIR). Name the folder of a gateway, or make one there: npm run migrate`,
    );
  }
  return openStores({ ...config, ...options });
}
