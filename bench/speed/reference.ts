/** What the gateway answers to everything that is asked: the bare servers send it, and all others are held to it. */
import { writeFile } from 'node:fs/promises';
import type { ParentFacts } from './graph-file.ts';
import { type Asked, askText } from './http-ask.ts';
import { loads, type ReadLoad } from './loads.ts';

export interface Reference {
  readonly asked: Asked;
  readonly text: string;
}

export interface LoadReferences {
  readonly warmUp: readonly Reference[];
  readonly asked: readonly Reference[];
}

export type References = ReadonlyMap<ReadLoad, LoadReferences>;

type Answers = ReadonlyMap<string, LoadReferences>;

export async function askReferences(
  url: string,
  parents: readonly ParentFacts[],
  names: readonly ReadLoad[],
): Promise<References> {
  const answer = async (asked: readonly Asked[]) => {
    const references: Reference[] = [];
    for (const one of asked) references.push({ asked: one, text: await askText(url, one) });
    return references;
  };
  const references = new Map<ReadLoad, LoadReferences>();
  for (const name of names) {
    const { warmUp, asked } = loads[name];
    references.set(name, { warmUp: await answer(warmUp(parents)), asked: await answer(asked(parents)) });
  }
  return references;
}

/** As `servers/bare.ts` reads them. */
export async function writeAnswers(references: Answers, file: string): Promise<void> {
  const byPath = [...references].map(([name, { warmUp, asked }]) => {
    const byBody = [...warmUp, ...asked].map(({ asked: { headers, ...body }, text }) => {
      const language = headers?.['Accept-Language'];
      return [`${language ? `${language}\n` : ''}${JSON.stringify(body)}`, text];
    });
    return [`/${name}`, Object.fromEntries(byBody)];
  });
  await writeFile(file, JSON.stringify(Object.fromEntries(byPath)));
}
