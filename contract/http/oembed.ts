import * as z from 'zod/mini'
import { idText } from './common.ts'

/** A positive whole number, written like an id. */
const pixels = idText

/** Query of an oEmbed 1.0 consumer; `url` is the address of a sketch's page. */
export const oembedParams = z.object({
  url: z.string().check(z.maxLength(2000)),
  format: z.optional(z.literal('json')),
  maxwidth: z.optional(pixels),
  maxheight: z.optional(pixels),
})

export const oembedPhoto = z.object({
  version: z.literal('1.0'),
  type: z.literal('photo'),
  title: z.string(),
  author_name: z.string(),
  author_url: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
})
export type OembedPhoto = z.infer<typeof oembedPhoto>
