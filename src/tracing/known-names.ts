const maxNames = 500;
const maxLength = 64;

/** Answers whether a name is one of those that came first. Others are not remembered: whoever makes them up never ends. */
export function createIsKnown(): (name: string) => boolean {
  const names = new Set<string>();
  return (name) => {
    if (names.has(name)) return true;
    if (names.size === maxNames || name.length > maxLength) return false;
    names.add(name);
    return true;
  };
}
