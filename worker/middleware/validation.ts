import { validator } from 'hono/validator'
import type * as z from 'zod/mini'
import { AppError } from '../lib/app-error.ts'

/**
 * Validates a part of the request. A query parameter without `=` counts as not given. The error names the first invalid
 * field.
 */
export function valid<Target extends 'json' | 'query' | 'param', Schema extends z.ZodMiniType>(
  target: Target,
  schema: Schema,
) {
  return validator(target, (value, c): z.output<Schema> => {
    const parsed = schema.safeParse(target === 'query' ? withoutBare(value, new URL(c.req.url).search) : value)
    if (parsed.success) return parsed.data
    const issue = parsed.error.issues[0]
    const path = issue?.path.join('.') ?? ''
    throw new AppError('bad_request', {
      message: `${[target, path].filter(Boolean).join('.')}: ${issue?.message ?? 'invalid'}`,
      field: (target === 'json' && path) || undefined,
    })
  })
}

function withoutBare(params: object, search: string): object {
  const parts = search.slice(1).split('&')
  const bare = new Set(parts.filter((part) => !part.includes('=')))
  return Object.fromEntries(Object.entries(params).filter(([name, value]) => value !== '' || !bare.has(name)))
}

/** Staff give a reason for an act on a thing of another member. @throws AppError `bad_request`. */
export function requireReason(reason: string): void {
  if (!reason) throw new AppError('bad_request', { field: 'reason', message: 'Staff give a reason.' })
}
