import { DomainError } from '../../domain/errors.ts';
import type { Engine } from './engine.ts';

/** The same store; what the engine knows as passing (no connection, locked, disk full) is thrown as UNAVAILABLE. */
export function translateErrors<Store extends object>(store: Store, engine: Pick<Engine, 'toUnavailable'>): Store {
  const methods = Object.entries(store).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      try {
        return await method(...args);
      } catch (error) {
        // Our own says what it means; its text may hold a caller's words, which an engine could take for its own.
        if (error instanceof DomainError) throw error;
        throw engine.toUnavailable(error) ?? error;
      }
    },
  ]);
  return Object.fromEntries(methods);
}
