export interface Asked {
  readonly query: string;
  readonly variables: object;
  readonly headers?: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is the query's
export type Data = any;

/** The answer's body as it came. */
export async function askText(
  url: string,
  { headers: ownHeaders, ...body }: Asked,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...ownHeaders, ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 500)}`);
  return text;
}

/** The answer's data; throws when there are errors. */
export async function ask(url: string, asked: Asked): Promise<Data> {
  return dataOf(await askText(url, asked));
}

export function dataOf(text: string): Data {
  const { data, errors } = JSON.parse(text) as { data?: Data; errors?: unknown };
  if (errors || !data) throw new Error(`Refused: ${text.slice(0, 500)}`);
  return data;
}
