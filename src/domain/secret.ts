/**
 * A secret as it is now: the file that holds it may have changed since it was read last.
 * @throws DomainError UNAVAILABLE where it can't be read
 */
export type Secret = () => Promise<string>;
