/** Preloaded into the gateway as the control of the power cuts: SQLite then answers before the disk has the commit. */
import Sqlite from 'better-sqlite3';

const { pragma } = Sqlite.prototype;
Sqlite.prototype.pragma = function (source, options) {
  return pragma.call(this, source === 'synchronous = full' ? 'synchronous = off' : source, options);
};
