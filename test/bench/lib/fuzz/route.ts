/** The path at which the measured site lists its routes. */
export const ROUTES_PATH = '/fuzz/routes'

/** `path` with parameters as Hono writes them, such as `/sketch/:id`. */
export type Route = { method: string; path: string }
