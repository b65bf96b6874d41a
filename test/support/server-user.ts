import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface ServerUser {
  uid: number;
  gid: number;
}

/**
 * The user that a PostgreSQL server of ours runs as: PostgreSQL refuses to run as root, so a root's test run takes
 * `nobody`, or else the first other user that the machine knows (initdb insists on a name). Null means: as we are.
 */
export function findServerUser(): ServerUser | null {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
  const user = users.find(({ name }) => name === 'nobody') ?? users[0];
  if (user === undefined) {
    throw new Error(
      'PostgreSQL refuses to run as root, and /etc/passwd names no other user to run the test server as.',
    );
  }
  return { uid: user.uid, gid: user.gid };
}

/** Whether the user can reach what lies in the folder, by the permissions of the folder and of all above it. */
export function canEnter(folder: string, user: ServerUser): boolean {
  const { uid, gid, mode } = statSync(folder);
  const searchBit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & searchBit) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || canEnter(parent, user);
}
