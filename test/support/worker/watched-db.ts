type Statement = D1PreparedStatement

/** Called for each round trip; must call `run`. `statement` is null for a batch; `query` is the SQL of the trip. */
export type Trip = (run: () => Promise<unknown>, statement: Statement | null, query: string) => Promise<unknown>

const originals = new WeakMap<object, { statement: Statement; query: string }>()
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
      if (name === 'prepare') return (query: string) => watchedStatement(target.prepare(query), { query, trip })
      if (name === 'batch') {
        return (statements: Statement[]) => {
          const query = statements.map((statement) => originals.get(statement)?.query).join(';\n')
          const run = () =>
            target.batch(statements.map((statement) => originals.get(statement)?.statement ?? statement))
          return trip(run, null, query)
        }
      }
      return bound(target, name)
    },
  })
}

function watchedStatement(statement: Statement, watch: { query: string; trip: Trip }): Statement {
  const { query, trip } = watch
  const proxy = new Proxy(statement, {
    get(target, name) {
      if (name === 'bind') return (...values: unknown[]) => watchedStatement(target.bind(...values), watch)
      const method = bound(target, name)
      if (typeof method !== 'function' || !TRIPS.has(name)) return method
      return (...given: unknown[]) => trip(() => method(...given), target, query)
    },
  })
  originals.set(proxy, { statement, query })
  return proxy
}

/** Binds methods to the binding itself, which they require as `this`. */
export function bound(target: object, name: PropertyKey): unknown {
  const value: unknown = Reflect.get(target, name)
  return typeof value === 'function' ? value.bind(target) : value
}
