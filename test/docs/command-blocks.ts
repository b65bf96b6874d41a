import { readFileSync } from 'node:fs';

/** A fenced block of commands in a Markdown document. */
export interface Block {
  readonly line: number;
  readonly title: string;
  readonly commands: string;
  /** What it prints at the end, as the JSON block after it shows it, `…` for what differs each time; '' shows nothing. */
  readonly answer: string;
  /** False: the fence says `run=no`. */
  readonly isRun: boolean;
}

export function commandBlocks(file: string): Block[] {
  const text = readFileSync(file, 'utf8');
  const fenced = [...text.matchAll(/^```(\w+)([^\n]*)\n(.*?)^```$/gms)];
  return fenced.flatMap(([, language, settings = '', commands = ''], index): Block[] => {
    if (language !== 'sh') return [];
    const next = fenced[index + 1];
    const between = next ? text.slice((fenced[index]?.index ?? 0) + (fenced[index]?.[0].length ?? 0), next.index) : '';
    const answer = next?.[1] === 'json' && between.trim() === '' ? (next[3] ?? '').trim() : '';
    const line = text.slice(0, fenced[index]?.index).split('\n').length;
    return [
      {
        line,
        title: commands.slice(0, 50).split('\n')[0] ?? '',
        commands,
        answer,
        isRun: !settings.includes('run=no'),
      },
    ];
  });
}
