/** What stands in two places is changed in one of them. */
import type { SourceFile } from './house.ts';

export interface Line {
  readonly number: number;
  readonly text: string;
}

const passageLength = 6;

/** The lines that say something, but for imports: files that need the same name the same sources. */
export function linesOf(text: string): Line[] {
  const imports = /^(?:import|export)\s[^;]*?\sfrom\s[^;]*;$/gm;
  const others = text.replace(imports, (found) => found.replace(/[^\n]/g, ''));
  return others
    .split('\n')
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '');
}

/** Each passage of six lines that stands in several places, with those. */
export function findDuplicates(files: readonly SourceFile[]): string[] {
  const places = new Map<string, string[]>();
  for (const { path, lines } of files) {
    for (let start = 0; start + passageLength <= lines.length; start += 1) {
      const passage = lines.slice(start, start + passageLength);
      const key = passage.map(({ text }) => text).join('\n');
      places.set(key, [...(places.get(key) ?? []), `${path}:${passage[0]?.number}`]);
    }
  }
  return [...places.values()].filter((found) => found.length > 1).map((found) => found.join(' says what stands at '));
}
