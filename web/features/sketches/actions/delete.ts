import { Trash2 } from 'lucide-react'
import { lazy } from 'react'
import type { Entry } from './entry.ts'

export const deleteEntry: Entry = {
  label: 'Delete',
  icon: Trash2,
  danger: true,
  isFor: (sketch) => sketch.userCanDelete,
  Dialog: lazy(async () => ({ default: (await import('./DeleteDialog.tsx')).DeleteDialog })),
}
