/** Moves an item of a list; `to` is its index in the result. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from)
  const item = items.slice(from, from + 1)
  return [...rest.slice(0, to), ...item, ...rest.slice(to)]
}

/** Index to which an arrow key, Home or End moves the item at `index`; null for other keys and at the ends. */
export function indexAfterKey(key: string, index: number, count: number): number | null {
  const target = {
    ArrowLeft: index - 1,
    ArrowUp: index - 1,
    ArrowRight: index + 1,
    ArrowDown: index + 1,
    Home: 0,
    End: count - 1,
  }[key]
  return target === undefined || target === index || target < 0 || target >= count ? null : target
}
