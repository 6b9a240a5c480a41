import * as z from 'zod/mini'
import { tag } from './uploads.ts'

export const tagBody = z.object({ tag })

/** A tag by the name it is kept under, whatever alias was asked for, and whether the viewer follows it. */
export const tagReply = z.object({ tag: z.string(), following: z.boolean() })
export type TagReply = z.infer<typeof tagReply>

/** Another word for a tag. */
export const tagAliasBody = z.object({ alias: tag, tag })
