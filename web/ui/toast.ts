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

/** Shows a toast and gives its id; errors stay until dismissed, others 5 s; the same text never stands twice. */
export function show(text: string, options: Partial<Pick<Toast, 'kind' | 'action'>> = {}): number {
  const id = nextId++
  const kind = options.kind ?? 'done'
  const others = toasts.filter((toast) => toast.text !== text || toast.kind !== kind)
  change([...others, { id, text, kind, action: options.action }])
  return id
}

/** Takes a toast away; nothing happens when it is gone already. */
export function dismiss(id: number): void {
  if (toasts.some((toast) => toast.id === id)) change(toasts.filter((toast) => toast.id !== id))
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function current(): readonly Toast[] {
  return toasts
}
