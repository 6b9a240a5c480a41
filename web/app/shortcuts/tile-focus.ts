export type Direction = 'next' | 'previous' | 'above' | 'below'

type Rect = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

const MOVES: Readonly<Record<string, Direction>> = {
  j: 'next',
  k: 'previous',
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  ArrowDown: 'below',
  ArrowUp: 'above',
}

/**
 * Returns the index of the tile beside the one at `at`, or -1; without a start, the first tile below `top`. Above and
 * below choose the tile of the next row whose middle is nearest.
 */
export function nextTile(tileRects: readonly Rect[], at: number, side: Direction, top: number): number {
  const from = tileRects[at]
  if (side === 'next' || side === 'previous') {
    if (!from) return tileRects.findIndex((rect) => rect.top >= top)
    const to = side === 'next' ? at + 1 : at - 1
    return to < tileRects.length ? to : -1
  }
  if (!from) return -1
  const distanceTo = (rect: Rect) => (side === 'below' ? rect.top - from.top : from.top - rect.top)
  const rows = tileRects.map(distanceTo).filter((distance) => distance > 1)
  const row = Math.min(...rows)
  const middle = (rect: Rect) => (rect.left + rect.right) / 2
  let nearest = -1
  for (const [index, rect] of tileRects.entries()) {
    if (Math.abs(distanceTo(rect) - row) > 1) continue
    const best = tileRects[nearest]
    if (!best || Math.abs(middle(rect) - middle(from)) < Math.abs(middle(best) - middle(from))) nearest = index
  }
  return nearest
}

/** Moves the focus between the tiles of a gallery. Returns false for other keys and at the ends. */
export function moveTileFocus(key: string): boolean {
  const side = Object.hasOwn(MOVES, key) ? MOVES[key] : undefined
  const list = side && document.querySelector('main [data-tiles]')
  if (!side || !list) return false
  const tiles = [...list.children].flatMap((item) => item.querySelector('a') ?? [])
  const at = tiles.findIndex((tile) => tile.parentElement?.closest('li')?.contains(document.activeElement))
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const tileRects = tiles.map((tile) => tile.getBoundingClientRect())
  const tile = tiles[nextTile(tileRects, at, side, header)]
  tile?.focus()
  return tile !== undefined
}
