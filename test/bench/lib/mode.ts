/** `full` measures; `short` takes tiny sizes and only shows that every figure can still be measured. */
export type Mode = 'full' | 'short'
