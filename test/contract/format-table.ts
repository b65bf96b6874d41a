import { type Face, facesOf, type Topic } from './statement.ts';

const names: Record<Face, string> = { rest: 'REST', graphql: 'GraphQL' };

/** The statements as a document: what each says, and on which faces it is held. */
export function formatTable(topics: readonly (Topic & { readonly file: string })[]): string {
  const count = topics.reduce((sum, { statements }) => sum + statements.length, 0);
  const checks = topics.flatMap(({ statements }) => statements.flatMap(facesOf)).length;
  const sections = topics.map(({ title, file, statements }) =>
    [
      `## ${title}`,
      '',
      `Tested in \`test/contract/topics/${file}\`.`,
      '',
      '| statement | faces |',
      '|---|---|',
      ...statements.map((statement) => {
        const faces = facesOf(statement).map((face) => names[face]);
        return `| ${statement.says.replaceAll('|', '\\|')} | ${faces.join(', ')} |`;
      }),
    ].join('\n'),
  );
  const intro = `What the interface promises, a statement a line: ${count} of them, ${checks} with both faces counted. Each is checked on the demo store and on
imported records, on SQLite and on PostgreSQL, by \`test/contract/statements.test.ts\`. This file is written by \`npm run contract\`.`;
  return `# The contract\n\n${intro}\n\n${sections.join('\n\n')}\n`;
}
