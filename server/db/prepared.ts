import type { Database } from './database.ts'

/**
 * A statement that is asked again and again: it is built once for a database, and each connection plans it once.
 *
 * @param build gives the statement a name of its own for what it is built for, by `prepare`
 */
export function prepared<For extends string, Statement>(
  build: (db: Database, what: For) => Statement,
): (db: Database, what: For) => Statement {
  const built = new WeakMap<Database, Map<For, Statement>>()
  return (db, what) => {
    const known = built.get(db) ?? new Map<For, Statement>()
    built.set(db, known)
    const statement = known.get(what) ?? build(db, what)
    known.set(what, statement)
    return statement
  }
}
