import { ScanSearch } from 'lucide-react'
import type { Entry } from './entry.ts'

/** Looks for sketches that look alike. */
export const similarEntry: Entry = {
  label: 'Find similar',
  icon: ScanSearch,
  isFor: () => true,
  to: ({ id }) => `/search?tab=magic&like=${id}`,
}
