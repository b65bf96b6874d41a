/** Whether the value would be at most so long as JSON, about: found out without writing it. */
export function isShort(value: unknown, maxLength: number): boolean {
  return roomAfter(value, maxLength) >= 0;
}

/** What is left of the room; negative as soon as there is none. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 3;
  if (typeof value !== 'object' || value === null) return room - 5;
  let left = room - 2;
  for (const [name, member] of Object.entries(value)) {
    if (left < 0) return left;
    left = roomAfter(member, Array.isArray(value) ? left : left - name.length - 3);
  }
  return left;
}
