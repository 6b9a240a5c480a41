import { Hono } from 'hono'

/** A minimal Hono application. */
export default new Hono().get('/', (c) => c.text('hello'))
