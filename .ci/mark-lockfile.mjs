// Marks better-sqlite3 in the lockfile as not to be built (`npm run lock` calls it after npm has written the file).
//
// The package carries its binaries and says `"gypfile": false`, but npm leaves that out of the lockfile, takes the
// package's binding.gyp for a wish to compile, and `npm ci` fails on a machine without Python.
import { readFileSync, writeFileSync } from 'node:fs';

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8'));
lockfile.packages['node_modules/better-sqlite3'].gypfile = false;
writeFileSync('package-lock.json', `${JSON.stringify(lockfile, null, 2)}\n`);
