const maxNames = 500;
const maxLength = 64;

export interface KnownNames {
  /** Whether it is one of those that came first. Others are not remembered: whoever makes them up never ends. */
  isKnown(name: string): boolean;
}

export function createKnownNames(): KnownNames {
  const names = new Set<string>();
  return {
    isKnown(name) {
      if (names.has(name)) return true;
      if (names.size === maxNames || name.length > maxLength) return false;
      names.add(name);
      return true;
    },
  };
}
