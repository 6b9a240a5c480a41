import * as z from 'zod/mini'
import { PAGES_MAX } from '../limits.ts'
import { cleanLine, cleanText } from '../text.ts'

export const id = z.int().check(z.positive())

/** An id in a path or a query string. */
export const idText = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number))

/** An id in a JSON body or in a query string. */
export const anyId = z.union([id, idText])

/** A yes or no in a JSON body or in a query string. */
export const anyBoolean = z.pipe(
  z.union([z.boolean(), z.literal([0, 1, '0', '1', 'false', 'true'])]),
  z.transform((given) => given === 'true' || Boolean(Number(given))),
)

/** Idempotency key: repeated calls with the same key create one thing. */
export const callKey = z.string().check(z.regex(/^[\w-]{8,64}$/))

export const ok = z.object({ ok: z.literal(true) })
export type Ok = z.infer<typeof ok>

/** Text without half a character. */
const wellFormed = z.string().check(z.regex(/^\P{Surrogate}*$/u))

/** A cleaned line of well-formed Unicode, of at most `max` UTF-16 units, which is how inputs count. */
export const line = (max: number) =>
  z.pipe(wellFormed.check(z.maxLength(max * 4)), z.pipe(z.transform(cleanLine), z.string().check(z.maxLength(max))))

/** Several cleaned lines of well-formed Unicode, of at most `max` UTF-16 units in total. */
export const text = (max: number) =>
  z.pipe(wellFormed.check(z.maxLength(max * 4)), z.pipe(z.transform(cleanText), z.string().check(z.maxLength(max))))

/** `cursor` is opaque, and empty at the end. */
export const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), cursor: z.string(), done: z.boolean() })

export const cursorParams = z.object({ cursor: z.optional(z.string().check(z.maxLength(200))) })

/** The number of a page, from 1, in a JSON body or in a query string. */
export const pageParam = z._default(z.pipe(anyId, z.number().check(z.maximum(PAGES_MAX))), 1)

/** Fields of a list with pages of fifty items, in a JSON body or in a query string. */
export const pageOfFifty = {
  ...cursorParams.shape,
  page: pageParam,
  /** Accepted, with the only possible size. */
  pageSize: z.optional(z.union([z.literal('50'), z.literal(50)])),
}

/** For searches whose results have one order: a `sort` is refused. */
export const noSort = { sort: z.optional(z.undefined()) }
