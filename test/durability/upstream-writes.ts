/** `npm run test:upstream-writes [-- --writes 10000]`: what `upstream-write-rounds.ts` says. A few minutes. */
import { parseArgs } from 'node:util';
import { runUpstreamWrites } from './upstream-write-rounds.ts';

const { values } = parseArgs({ options: { writes: { type: 'string', default: '10000' } } });
const onProgress = (written: number) => void process.stdout.write(`${written} writes\n`);
const { fates, ...counts } = await runUpstreamWrites({ writes: Number(values.writes), onProgress });
const row = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |\n`;
process.stdout.write(row(Object.keys(counts)) + row(Object.keys(counts).map(() => '---')) + row(Object.values(counts)));
process.stdout.write(`connections: ${[...fates].map(([fate, count]) => `${count} ${fate}`).join(', ')}\n`);
process.exitCode = counts.sentTwice + counts.untrue > 0 ? 1 : 0;
