import { useState } from 'react'

/** Hides decided entries of a list before the list is read again [2 §4]. */
export function useDismissed(): { isDismissed: (id: number) => boolean; dismiss: (id: number) => void } {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  return { isDismissed: (id) => ids.has(id), dismiss: (id) => setIds((earlier) => new Set([...earlier, id])) }
}
