/** `short` only checks, with tiny sizes, that each figure can still be measured. */
export type Mode = 'full' | 'short'
