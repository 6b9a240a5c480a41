import { Flag } from 'lucide-react'
import { lazy } from 'react'
import type { Entry } from './entry.ts'

export const reportEntry: Entry = {
  label: 'Report',
  icon: Flag,
  isFor: (sketch, user) => user?.id !== sketch.userId,
  Dialog: lazy(async () => ({ default: (await import('./ReportDialog.tsx')).ReportDialog })),
}
