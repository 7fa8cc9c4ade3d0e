export { type Database, type DatabaseOptions, type Db, openDatabase, type Tx } from './database.ts';
export * from './generated/client.ts';
