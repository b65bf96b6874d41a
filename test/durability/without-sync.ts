/** Preloaded into the gateway as the control of the power cuts: it then answers before the disk has the commit. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import Sqlite from 'better-sqlite3';

const { pragma } = Sqlite.prototype;
Sqlite.prototype.pragma = function (source, options) {
  return pragma.call(this, source === 'synchronous = normal' ? 'synchronous = off' : source, options);
};

const unsynced = (_descriptor: number, answer: fs.NoParamCallback) => setImmediate(answer, null);
fs.fdatasync = Object.assign(unsynced, { __promisify__: async () => undefined });
syncBuiltinESMExports();
