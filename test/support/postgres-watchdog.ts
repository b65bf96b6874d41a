/**
 * Runs as a process of its own beside a test server, and removes the server and its folder when the test run ends,
 * however it ends: its standard input is a pipe that nobody writes to and that closes with the run.
 */
import { removePostgresFolder } from './postgres-folder.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Expected the folder of a test server as the only argument.');

process.stdin.on('close', () => removePostgresFolder(folder));
process.stdin.resume();
