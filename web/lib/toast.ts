export type Toast = {
  id: number
  text: string
  kind: 'done' | 'plain' | 'error'
  action?: { label: string; onAction: () => void }
}

let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/**
 * Shows a toast and returns its id. Errors stay until dismissed, others 5 s; a repeated text replaces the earlier
 * toast.
 */
export function toast(text: string, options: Partial<Pick<Toast, 'kind' | 'action'>> = {}): number {
  const id = nextId++
  const kind = options.kind ?? 'done'
  const others = toasts.filter((shown) => shown.text !== text || shown.kind !== kind)
  change([...others, { id, text, kind, action: options.action }])
  return id
}

/** Removes a toast, if it is still shown. */
export function dismissToast(id: number): void {
  if (toasts.some((shown) => shown.id === id)) change(toasts.filter((shown) => shown.id !== id))
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentToasts(): readonly Toast[] {
  return toasts
}
