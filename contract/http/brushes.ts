import * as z from 'zod/mini'
import { brushFile } from '../brush.ts'
import { CONTENT_PATH_MAX } from '../limits.ts'
import { cursorParams, id, listOf } from './common.ts'

/** Names joined by `/`, such as `drawing/pencils`. */
export const contentPath = z.string().check(z.maxLength(CONTENT_PATH_MAX), z.regex(/^[a-z0-9-]+(\/[a-z0-9-]+)*$/))

export const contentKind = z.enum(['brush'])

/** Accepted by GET and POST. */
export const categoriesParams = z.object({ kind: contentKind })

/** A folder of the library. `items` counts its brushes; `key` is a unique short name. */
export const category = z.object({ id, items: z.int(), key: z.string(), path: z.string(), title: z.string() })
export type Category = z.infer<typeof category>
export const categoriesReply = z.object({ items: z.array(category) })
export type CategoriesReply = z.infer<typeof categoriesReply>

/** Accepted by GET and POST. `category` is a path; without it, everything is listed. */
export const contentItemsParams = z.extend(cursorParams, {
  kind: contentKind,
  category: z._default(z.union([z.literal(''), contentPath]), ''),
  sort: z._default(z.literal('title'), 'title'),
})

export const contentItem = z.object({ id, thumbnailLarge: z.string(), title: z.string() })
export const contentItems = listOf(contentItem)
export type ContentItems = z.infer<typeof contentItems>

export const brushPageReply = z.object({
  id,
  title: z.string(),
  thumbnailLarge: z.string(),
  fileUrl: z.string(),
  category: z.object({ path: z.string(), title: z.string() }),
  brush: brushFile,
})
export type BrushPageReply = z.infer<typeof brushPageReply>
