/** Prometheus' text format (prometheus.io/docs/instrumenting/exposition_formats), read strictly: what is not of it throws. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface ReadMetrics {
  readonly samples: readonly Sample[];
  /** Of each family, what it is. */
  readonly types: ReadonlyMap<string, string>;
  /** The sum of the samples of that name that have these labels. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number;
}

const comment = /^# (HELP|TYPE) ([a-z_]+) (.+)$/;
const sampleLine = /^([a-z_]+)(?:\{(.*)\})? (NaN|[+-]Inf|-?[0-9.e+-]+)$/;

export function readMetrics(text: string): ReadMetrics {
  if (!text.endsWith('\n')) throw new Error('The last line has no end.');
  const helps = new Set<string>();
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const [, kind, family = '', rest = ''] = comment.exec(line) ?? [];
    if (kind === 'HELP') helps.add(family);
    else if (kind === 'TYPE') types.set(family, rest);
    else samples.push(parseSample(line));
  }
  for (const { name } of samples) {
    const family = [name, name.replace(/_(bucket|sum|count)$/, '')].find((known) => types.has(known));
    if (!family || !helps.has(family)) throw new Error(`${name} has no type or no help.`);
  }
  return {
    samples,
    types,
    sum: (name, labels = {}) => {
      const wanted = Object.entries(labels);
      const fits = samples.filter(
        (sample) => sample.name === name && wanted.every(([label, value]) => sample.labels[label] === value),
      );
      return fits.reduce((total, { value }) => total + value, 0);
    },
  };
}

function parseSample(line: string): Sample {
  const [whole, name = '', labels = '', value] = sampleLine.exec(line) ?? [];
  if (whole === undefined) throw new Error(`This is no sample: ${line}`);
  const pairs = [...labels.matchAll(/([a-z_]+)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/g)];
  if (pairs.map(([pair]) => pair).join('') !== labels) throw new Error(`These are no labels: ${labels}`);
  return { name, labels: Object.fromEntries(pairs.map(([, label, text]) => [label, text])), value: Number(value) };
}
