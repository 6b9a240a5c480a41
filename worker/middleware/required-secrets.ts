import { createMiddleware } from 'hono/factory'
import { log } from '../../durable-objects/realtime/log.ts'
import { AppError } from '../lib/app-error.ts'
import type { AppEnv } from './app-env.ts'

/** Secrets that sign tickets, links and keys. A signature by an empty secret could be made by everybody. */
const REQUIRED = ['TICKET_SECRET', 'MAIL_SECRET', 'API_KEY_SECRET'] as const

/** Refuses all requests of a site that lacks a secret, and logs its name. */
export const requireSecrets = createMiddleware<AppEnv>(async (c, next) => {
  const missing = REQUIRED.find((name) => !c.env[name])
  if (missing) {
    log('error', 'secret missing', { name: missing })
    throw new AppError('not_configured')
  }
  await next()
})
