import { Hono } from 'hono'

/** The least that can answer with the framework the site is built on. */
export default new Hono().get('/', (c) => c.text('hello'))
