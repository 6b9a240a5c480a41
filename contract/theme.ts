import * as z from 'zod/mini'

export const theme = z.enum(['light', 'gray', 'dark'])
export type Theme = z.infer<typeof theme>
export const THEMES = theme.options
