import * as z from 'zod/mini'
import { TAG_MAX } from '../limits.ts'
import { normalizeTag } from '../text.ts'
import { line } from './common.ts'

export const tag = z.pipe(
  line(TAG_MAX * 2),
  z.pipe(z.transform(normalizeTag), z.string().check(z.minLength(1), z.maxLength(TAG_MAX))),
)

export const tagBody = z.object({ tag })

/** The tag that an alias resolves to. */
export const tagReply = z.object({ tag: z.string(), following: z.boolean() })
export type TagReply = z.infer<typeof tagReply>

export const tagAliasBody = z.object({ alias: tag, tag })

export const tagsParams = z.object({ query: line(TAG_MAX) })
export const tagsReply = z.object({ items: z.array(z.string()) })
