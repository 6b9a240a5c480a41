import * as z from 'zod/mini'
import { wireTime } from '../time.ts'
import { idText } from './common.ts'

/**
 * The export of a member's data. `none`: no export was requested, or it has expired. `failed`: it could not be made and
 * can be requested again.
 */
export const exportReply = z.object({
  state: z.enum(['none', 'making', 'ready', 'failed']),
  /** The share that is made. */
  percent: z.int(),
  /** The end of the time for downloads; null unless it is ready. */
  until: z.nullable(wireTime),
  /** The zips. `bytes` is the size to a few bytes for each file. */
  parts: z.array(z.object({ url: z.string(), bytes: z.int(), files: z.int() })),
})
export type ExportReply = z.infer<typeof exportReply>

export const exportBody = z.strictObject({})

export const exportPartParams = z.object({ id: idText, part: idText })
export const exportPartPath = (id: number, part: number) => `/api/v2/user/export/${id}/${part}`
