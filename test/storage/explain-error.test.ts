import { describe, expect, it } from 'vitest';
import { UnreadableRecord } from '../../src/domain/release/read-record.ts';
import { DataFolderError } from '../../src/storage/engines/sqlite-errors.ts';
import { explainStorageError } from '../../src/storage/explain-error.ts';

const errorOf = (code: string | undefined, message = 'canary', more: object = {}) =>
  Object.assign(new Error(message), code !== undefined && { code }, more);
const folderError = (code: string, more: object = {}) => new DataFolderError(errorOf(code, 'why', more));

describe('an error of the database is explained in a sentence', () => {
  it.each([
    ['SQLITE_FULL', 'There is no space left on the disk (SQLITE_FULL). Nothing was changed.'],
    ['SQLITE_IOERR_SHMSIZE', 'There is no space left on the disk (SQLITE_IOERR_SHMSIZE). Nothing was changed.'],
    [
      'SQLITE_CANTOPEN',
      'The database in DATA_DIR can not be opened or written (SQLITE_CANTOPEN). May its files be read and written, has the disk an inode left, and does ulimit -n allow another file?',
    ],
    ['SQLITE_IOERR', 'The database in DATA_DIR can not be opened or written (SQLITE_IOERR): canary'],
    ['SQLITE_CONSTRAINT_TRIGGER', 'The database in DATA_DIR can not be opened or written (SQLITE_CONSTRAINT_TRIGGER).'],
    ['53100', 'There is no space left on the disk (53100). Nothing was changed.'],
    [
      'ECONNREFUSED',
      'The database server of DATABASE_URL does not answer (ECONNREFUSED). Is it running, and is the address right?',
    ],
    ['57P03', 'The database server of DATABASE_URL does not answer (57P03). Is it running, and is the address right?'],
    ['28P01', 'The database server of DATABASE_URL refuses the user or the password.'],
    ['28000', 'The database server of DATABASE_URL refuses the user or the password.'],
    ['3D000', 'The database that DATABASE_URL names does not exist. Create it first.'],
    [
      '3F000',
      'The database of DATABASE_URL has none of the schemas that the search_path of its user names. Create one, or name another.',
    ],
    [
      '55P03',
      'The database server of DATABASE_URL did not finish a statement in time. Is it overloaded, or is something locked?',
    ],
    ['55000', 'The database of DATABASE_URL takes no connections. Allow them, or name another one.'],
  ])('with the code %s', (code, sentence) => {
    expect(explainStorageError(errorOf(code))).toBe(sentence);
  });

  it.each([
    [
      'permission denied for schema public',
      'may not create tables there. Make it the owner of the database, or grant it CREATE on the schema public.',
    ],
    [
      'permission denied for table plan',
      'may not do what the gateway needs: permission denied for table plan. Make it the owner of the database and of its tables.',
    ],
  ])('of a privilege that lacks: %s', (message, rest) => {
    expect(explainStorageError(errorOf('42501', message))).toBe(`The user of DATABASE_URL ${rest}`);
  });

  it('of a server that takes no such connection, and says so in another language', () => {
    const message = 'kein pg_hba.conf-Eintrag für Host »192.0.2.1«, Benutzer »gateway«, keine Verschlüsselung';
    const sentence = explainStorageError(errorOf('28000', message, { routine: 'ClientAuthentication' }));
    expect(sentence).toContain(
      `takes no connection of this kind by its pg_hba.conf: ${message}. If it wants encryption`,
    );
  });

  it.each([
    [
      'ENOENT',
      { syscall: 'mkdir' },
      'DATA_DIR can not be created. Is its disk read-only, is it a link that leads nowhere, or is the folder gone that this was started in?',
    ],
    ['ENOSPC', {}, 'There is no space left on the disk (ENOSPC). Nothing was changed.'],
    ['EEXIST', {}, 'DATA_DIR must be a folder, or a place for one, but there is a file. Set it to another folder.'],
    ['EACCES', {}, 'The database in DATA_DIR can not be opened or written (EACCES): why'],
  ])('of the folder: %s', (code, more, sentence) => {
    expect(explainStorageError(folderError(code, more))).toBe(sentence);
  });
});

it.each([
  ['a file of an import', errorOf('EACCES')],
  ['a bug', new TypeError('canary')],
  ['a statement that is wrong', errorOf('42601', 'canary', { severity: 'ERROR' })],
  ['nothing', undefined],
])('what is none of the database’s is left to others: %s', (_, error) => {
  expect(explainStorageError(error)).toBeNull();
});

it('a record that does not parse is named, and what to do is said', () => {
  const sentence = /^The record of the product 'p1' is not what was written\. Import its catalog again/;
  expect(explainStorageError(new UnreadableRecord("product 'p1'", new SyntaxError()))).toMatch(sentence);
});
