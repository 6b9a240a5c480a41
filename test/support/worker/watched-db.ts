type Statement = D1PreparedStatement

/** Called for each round trip; must call `run`. `statement` is null for a batch. */
export type Trip = (run: () => Promise<unknown>, statement: Statement | null) => Promise<unknown>

const originals = new WeakMap<object, Statement>()
const TRIPS = new Set<PropertyKey>(['run', 'all', 'raw', 'first'])

export function watchedDb(db: D1Database, trip: Trip): D1Database {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'withSession') return (start?: string) => watched(target.withSession(start), trip)
      return Reflect.get(watched(target, trip), name)
    },
  })
}

function watched<T extends D1Database | D1DatabaseSession>(db: T, trip: Trip): T {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'prepare') return (query: string) => watchedStatement(target.prepare(query), trip)
      if (name === 'batch') {
        return (statements: Statement[]) =>
          trip(() => target.batch(statements.map((statement) => originals.get(statement) ?? statement)), null)
      }
      return bound(target, name)
    },
  })
}

function watchedStatement(statement: Statement, trip: Trip): Statement {
  const proxy = new Proxy(statement, {
    get(target, name) {
      if (name === 'bind') return (...values: unknown[]) => watchedStatement(target.bind(...values), trip)
      const method = bound(target, name)
      if (typeof method !== 'function' || !TRIPS.has(name)) return method
      return (...given: unknown[]) => trip(() => method(...given), target)
    },
  })
  originals.set(proxy, statement)
  return proxy
}

/** Binds methods to the binding itself, which they require as `this`. */
export function bound(target: object, name: PropertyKey): unknown {
  const value: unknown = Reflect.get(target, name)
  return typeof value === 'function' ? value.bind(target) : value
}
