import * as z from 'zod/mini'
import { cleanLine, cleanText } from '../text.ts'

/** A positive integer id, as JSON carries it. */
export const id = z.int().check(z.positive())

/** A positive integer id, as a path or a query carries it. */
export const idText = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number))

/** What a page calls something that it makes, so that a repeated call makes it once. */
export const callKey = z.string().check(z.regex(/^[\w-]{8,64}$/))

export const ok = z.object({ ok: z.literal(true) })
export type Ok = z.infer<typeof ok>

/** One line a member typed, cleaned, at most `max` UTF-16 units, as inputs count them. */
export const line = (max: number) =>
  z.pipe(z.string().check(z.maxLength(max * 4)), z.pipe(z.transform(cleanLine), z.string().check(z.maxLength(max))))

/** Several lines a member typed, cleaned, at most `max` UTF-16 units. */
export const text = (max: number) =>
  z.pipe(z.string().check(z.maxLength(max * 4)), z.pipe(z.transform(cleanText), z.string().check(z.maxLength(max))))

/** A list: `cursor` is opaque and empty at the end. */
export const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), cursor: z.string(), done: z.boolean() })

export const cursorQuery = z.object({ cursor: z.optional(z.string().check(z.maxLength(200))) })
