import { deleteEntry } from './delete.ts'
import type { Entry } from './entry.ts'
import { piggyEntry } from './piggy.ts'
import { reportEntry } from './report.ts'
import { shareEntry } from './share.ts'
import { similarEntry } from './similar.ts'

/** What is in the menu of a sketch, in its order; each says for whom it is. */
export const entries: readonly Entry[] = [shareEntry, similarEntry, piggyEntry, reportEntry, deleteEntry]
