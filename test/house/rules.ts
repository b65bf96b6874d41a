/** The rules of the house. Each answers its faults, as sentences; none: it is kept. */
import { findCircles } from './find-circles.ts';
import { findDuplicates } from './find-duplicates.ts';
import { type House, roomOf, type SourceFile } from './house.ts';
import { findLongFunctions } from './long-functions.ts';
import { rooms } from './rooms.ts';
import { findMisplacedTests } from './test-layout.ts';

/** The files that silence a type once, at the edge of a library. */
const foreignEdges: Readonly<Record<string, string>> = {
  'graphql/schema/load-each.ts':
    'graphql-js takes an error for an item of a list, which the relay plugin does not know',
  'graphql/writes/write-payload.ts': 'Pothos can not tell that a generic type is no list',
};

type Rule = (house: House) => string[];

const perFile =
  (faultsOf: (file: SourceFile) => string[]): Rule =>
  ({ files }) =>
    files.flatMap(faultsOf);

export const rules: Readonly<Record<string, Rule>> = {
  'every folder and file of src/ is a room that has its walls': ({ files }) =>
    [...new Set(files.map(({ room }) => room))]
      .filter((room) => !(room in rooms) && room !== 'README.md')
      .map((room) => `${room} is no room: give it its walls`),

  'every room has files': ({ files }) =>
    Object.keys(rooms)
      .filter((room) => !files.some((file) => file.room === room))
      .map((room) => `${room} has walls, but no files`),

  'a room imports only from the rooms below it': perFile(({ path, room, sources }) =>
    sources
      .filter((target) => roomOf(target) !== room && !rooms[room]?.rooms.includes(roomOf(target)))
      .map((target) => `${path} imports ${target}`),
  ),

  'a room that has a door is entered by it': perFile(({ path, room, sources }) =>
    sources
      .filter(
        (target) =>
          rooms[room]?.rooms.includes(roomOf(target)) && rooms[roomOf(target)]?.doors?.includes(target) === false,
      )
      .map((target) => `${path} imports ${target} past the door`),
  ),

  'a room uses only its own libraries': perFile(({ path, room, libraries }) =>
    libraries
      .filter((library) => !rooms[room]?.libraries.includes(library))
      .map((library) => `${path} uses ${library}`),
  ),

  'every import names its file, where a reader sees it': perFile(({ path, sources, unreadable }) => [
    ...sources
      .filter((target) => !/\.(ts|json)$/.test(target))
      .map((target) => `${path} imports ${target} by half a name`),
    ...(unreadable > 0 ? [`${path} imports what only running tells`] : []),
  ]),

  'no file depends on itself through others, types included': ({ files }) =>
    findCircles(new Map(files.map(({ path, sources }) => [path, sources]))).map((circle) => circle.join(' → ')),

  'files are TypeScript, named in kebab case, and none is a catch-all': perFile(({ path }) => {
    const name = path.split('/').at(-1) ?? '';
    const isNamedWell =
      /^[a-z0-9]+(-[a-z0-9]+)*\.ts$/.test(name) && !/^(index|utils?|helpers?|misc|common)\.ts$/.test(name);
    return isNamedWell || path === 'README.md' ? [] : [`${path} is no good name`];
  }),

  'files stay below 400 lines': perFile(({ path, lineCount }) =>
    lineCount > 400 ? [`${path} has ${lineCount} lines`] : [],
  ),

  'functions are a screen': ({ files }) => findLongFunctions(files),

  'no type is silenced': perFile(({ path, neverCasts }) =>
    neverCasts > (foreignEdges[path] === undefined ? 0 : 1) ? [`${path} says "as never"`] : [],
  ),

  'no six lines stand twice': ({ files }) => findDuplicates(files),

  'test/ mirrors src/': findMisplacedTests,
};
