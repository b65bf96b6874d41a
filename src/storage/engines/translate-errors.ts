import { DomainError } from '../../domain/errors.ts';
import type { Engine } from './engine.ts';

/** The same store; what the engine knows as passing (no connection, locked, disk full) is thrown as UNAVAILABLE. */
export function translateErrors<Store extends object>(store: Store, engine: Pick<Engine, 'toUnavailable'>): Store {
  const translate = (error: unknown): never => {
    // Our own says what it means; its text may hold a caller's words, which an engine could take for its own.
    if (error instanceof DomainError) throw error;
    throw engine.toUnavailable(error) ?? error;
  };
  const methods = Object.entries(store).map(([name, method]) => [
    name,
    (...args: unknown[]) => called(method as (...args: unknown[]) => unknown, args).catch(translate),
  ]);
  return Object.fromEntries(methods) as Store;
}

/** What throws at once is rejected, too. */
function called(method: (...args: unknown[]) => unknown, args: readonly unknown[]): Promise<unknown> {
  try {
    return Promise.resolve(method(...args));
  } catch (error) {
    return Promise.reject(error);
  }
}
