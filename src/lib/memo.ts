/**
 * What is known of an object, as a property of it: it goes with its object. A WeakMap that outlives its objects holds what it knows of
 * each until V8 collects the whole heap, though the object itself may have gone long before: documents that came once were held so, with their
 * texts and requests (`bench/notebook/attacks.md`).
 */
export interface Memo<Key extends object, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

export function createMemo<Key extends object, Value>(name: string): Memo<Key, Value> {
  const property = Symbol(name);
  type Knowing = Key & { [property]?: Value };
  return {
    get: (key: Knowing) => key[property],
    set(key, value) {
      // Nobody who copies or lists its members meets it.
      Object.defineProperty(key, property, { value, configurable: true });
    },
  };
}

/** What is known of the key, in a memo or any other memory; it is made where nothing is. */
export function memoised<Key, Value>(
  memory: { get(key: Key): Value | undefined; set(key: Key, value: NoInfer<Value>): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const value = make();
  memory.set(key, value);
  return value;
}
