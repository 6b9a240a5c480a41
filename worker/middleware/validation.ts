import { validator } from 'hono/validator'
import type * as z from 'zod/mini'
import { AppError } from '../lib/app-error.ts'

/** Validates a part of the request. The error names the first invalid field. */
export function valid<Target extends 'json' | 'query' | 'param', Schema extends z.ZodMiniType>(
  target: Target,
  schema: Schema,
) {
  return validator(target, (value): z.output<Schema> => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    const issue = parsed.error.issues[0]
    const path = issue?.path.join('.') ?? ''
    throw new AppError('bad_request', {
      message: `${[target, path].filter(Boolean).join('.')}: ${issue?.message ?? 'invalid'}`,
      field: (target === 'json' && path) || undefined,
    })
  })
}

/** Staff give a reason for an act on a thing of another member. @throws AppError `bad_request`. */
export function requireReason(reason: string): void {
  if (!reason) throw new AppError('bad_request', { field: 'reason', message: 'Staff give a reason.' })
}
