import * as z from 'zod/mini'
import { tag } from './uploads.ts'

export const tagBody = z.object({ tag })

/** The tag that an alias resolves to. */
export const tagReply = z.object({ tag: z.string(), following: z.boolean() })
export type TagReply = z.infer<typeof tagReply>

export const tagAliasBody = z.object({ alias: tag, tag })
