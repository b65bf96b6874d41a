/**
 * What Yoga packs of GraphiQL in one module of 9 MB, with what it lacks for us: the history, which is in it but not switched on, tabs that are all to
 * be seen, and fonts as files of their own, of which a browser takes those that a page needs.
 */
export interface GraphiQLBundle {
  readonly script: string;
  readonly styles: string;
  /** By the name that the styles know them by. */
  readonly fonts: ReadonlyMap<string, Buffer>;
  readonly favicon: Buffer;
  readonly editorWorker: string;
  readonly jsonWorker: string;
  readonly graphqlWorker: string;
}

export async function loadGraphiQLBundle(): Promise<GraphiQLBundle> {
  const { js, css, favicon, editorWorkerService, jsonWorker, graphqlWorker } = await import(
    '@graphql-yoga/render-graphiql/graphiql'
  );
  const { styles, fonts } = takeOutFonts(css);
  return {
    script: withoutIconTitles(withHistory(js)),
    styles: styles + corrections,
    fonts,
    favicon: bytesOf(favicon),
    editorWorker: editorWorkerService,
    ...{ jsonWorker, graphqlWorker },
  };
}

/**
 * GraphiQL's tabs can be dragged. What it measures for that at the start is wrong, so a tab jumps from under the pointer
 * when it is pressed, and the first click on each is lost. Without a transformation they stay; they can still be dragged to another
 * place. Tabs that do not fit into a line stand in a second one, beside a title that is whole. On the width of a telephone all stands below
 * each other, for there would be no room for an answer beside its query: buttons, tabs in one line that can be moved, query and answer.
 */
const corrections = `
.graphiql-tab { transform: none !important }
.graphiql-tabs { flex-wrap: wrap; overflow: visible; row-gap: 2px }
.graphiql-container .graphiql-session-header { height: auto; align-items: flex-start; flex-shrink: 0 }
.graphiql-container #graphiql-session { min-height: 0 }
.graphiql-container .graphiql-logo { flex-shrink: 0; white-space: nowrap }
@media (max-width: 640px) {
  .graphiql-container { flex-direction: column }
  .graphiql-container .graphiql-sidebar { flex-direction: row; width: auto; height: auto; padding: 4px 8px }
  .graphiql-container .graphiql-main { flex-direction: column; min-height: 0 }
  .graphiql-container .graphiql-main > .graphiql-horizontal-drag-bar { display: none }
  .graphiql-container .graphiql-sessions { margin: 0 8px 8px; min-width: 0 }
  .graphiql-container .graphiql-logo { display: none }
  .graphiql-container .graphiql-tabs { flex: 1; flex-wrap: nowrap; min-width: 0; overflow-x: auto }
  .graphiql-container #graphiql-session { flex-direction: column; padding: 0 }
  .graphiql-container #graphiql-session > .graphiql-horizontal-drag-bar { display: none }
}
`;

const historyPlugin = /const (\w+)=\{title:"History",icon:/;
const pluginsOfPage = /plugins:\[(\w+)\],schemaDescription/;

/** @throws Error where another version packs it in another way */
function withHistory(script: string): string {
  const [, history] = historyPlugin.exec(script) ?? [];
  if (!history || !pluginsOfPage.test(script)) throw new Error('GraphiQL is packed in another way than it was.');
  return script.replace(pluginsOfPage, (_, others: string) => `plugins:[${history},${others}],schemaDescription`);
}

const iconTitles = '.toLowerCase()+" icon"';

/**
 * Icons call themselves by the names of their functions, which packing made `jze`: pointers and screen readers would be told "jze icon". Their
 * buttons and headings have names of their own.
 *
 * @throws Error where another version packs it in another way
 */
function withoutIconTitles(script: string): string {
  const start = script.indexOf(iconTitles);
  const title = /\{title:\w+,/.exec(script.slice(start, start + 200));
  if (start === -1 || !title) throw new Error("GraphiQL's icons are packed in another way than they were.");
  const place = start + title.index + 1;
  return script.slice(0, place) + script.slice(place - 1 + title[0].length);
}

function takeOutFonts(css: string): Pick<GraphiQLBundle, 'styles' | 'fonts'> {
  const fonts = new Map<string, Buffer>();
  const [start = '', ...others] = css.split('url(data:font/');
  const pieces = others.map((piece) => {
    const end = piece.indexOf(')');
    const name = `font-${fonts.size}.${piece.slice(0, piece.indexOf(';'))}`;
    fonts.set(name, bytesOf(piece.slice(0, end)));
    return `url(${name}${piece.slice(end)}`;
  });
  return { styles: start + pieces.join(''), fonts };
}

function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
}
