import { PiggyBank } from 'lucide-react'
import { lazy } from 'react'
import type { Entry } from './entry.ts'

export const piggyEntry: Entry = {
  label: 'Rate piggy',
  icon: PiggyBank,
  isFor: (sketch, user) => user?.id !== sketch.userId && sketch.userRating !== 'piggy',
  Dialog: lazy(async () => ({ default: (await import('./PiggyDialog.tsx')).PiggyDialog })),
}
