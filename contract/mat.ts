import * as z from 'zod/mini'

/** Background colours for transparent pictures. */
export const MATS = { white: '#ffffff', gray: '#808080', black: '#000000' } as const

export const mat = z.enum(['white', 'gray', 'black'])
export type Mat = z.infer<typeof mat>

export const DEFAULT_MAT = 'white' satisfies Mat
