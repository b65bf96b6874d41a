import { expect, it, onTestFinished, vi } from 'vitest';
import { orExplain } from '../../src/cli/or-explain.ts';
import { OutcomeUnknown } from '../../src/domain/transactions.ts';
import { ImportError } from '../../src/importer/import-error.ts';

const lookFirst =
  'It broke off while this was written, and whether that was done is not known: look before you run the command again.';

function watchEnd() {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const ended = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  onTestFinished(() => void vi.restoreAllMocks());
  return { written, ended };
}

it.each([
  [
    'a disk that was full',
    { name: 'SqliteError', code: 'SQLITE_IOERR_SHMSIZE' },
    'There is no space left on the disk (SQLITE_IOERR_SHMSIZE).',
  ],
  ['a fault that nothing is known of', { code: '58030', severity: 'PANIC' }, 'could not fsync file.'],
])('a commit that %s left open promises nothing, and says nothing of what commands have not', async (_, fault, why) => {
  const { written, ended } = watchEnd();
  const cause = Object.assign(new Error('could not fsync file'), fault);
  await orExplain(() => Promise.reject(new OutcomeUnknown(cause)));
  expect(written.mock.calls.map(([text]) => text)).toEqual([`${why} ${lookFirst}\n`]);
  expect(ended).toHaveBeenCalledWith(1);
});

it('links that lead to each other are named', async () => {
  const { written } = watchEnd();
  const error = Object.assign(new Error('ELOOP: too many symbolic links'), { code: 'ELOOP', path: 'a.json' });
  await orExplain(() => Promise.reject(error));
  expect(written).toHaveBeenCalledWith('Its links lead to each other, and to no file (ELOOP): a.json\n');
});

it.each([
  ['a file', Object.assign(new Error('EMFILE: too many open files, open'), { code: 'EMFILE', path: 'a.json' })],
  ['a thread', new Error('The thread has ended.', { cause: new Error('Worker initialization failure: EMFILE') })],
  ['a part of the gateway', new Error('Cannot read package config /package.json: too many open files.')],
])('too few descriptors for %s are said to be what lacks', async (_, error) => {
  const { written } = watchEnd();
  await orExplain(() => Promise.reject(error));
  const sentence =
    'More files are open than may be (EMFILE). Raise the limit of open files (ulimit -n), and start again.';
  expect(written).toHaveBeenCalledWith(`${sentence}\n`);
});

it('the name of a file does not steer the terminal, and the lines of a sentence stay lines', async () => {
  const { written } = watchEnd();
  await orExplain(() => Promise.reject(new ImportError('\u001b[2Ja.json is no file.\nRead on.')));
  expect(written).toHaveBeenCalledWith('\\u{1b}[2Ja.json is no file.\nRead on.\n');
});
