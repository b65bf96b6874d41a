/** The embedded database's file in `DATA_DIR`. In a module of its own: to look for it, nobody has to load SQLite. */
export const databaseFile = 'gateway.db';
