import * as z from 'zod/mini'
import { id } from './common.ts'

/** The name of the list, see list-name.ts. */
export const neighboursParams = z.object({ in: z.string().check(z.maxLength(100)) })
export const neighbour = z.object({ id, title: z.string(), imageUrl: z.string() })
export type Neighbour = z.infer<typeof neighbour>
export const neighbours = z.object({ prev: z.nullable(neighbour), next: z.nullable(neighbour) })
export type Neighbours = z.infer<typeof neighbours>
