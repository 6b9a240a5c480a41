export type Direction = 'next' | 'before' | 'above' | 'below'

type Rect = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

const MOVES: Readonly<Record<string, Direction>> = {
  j: 'next',
  k: 'before',
  ArrowRight: 'next',
  ArrowLeft: 'before',
  ArrowDown: 'below',
  ArrowUp: 'above',
}

/**
 * Returns the index of the tile beside the one at `at`, or -1; without a start, the first tile below `top`. Above and
 * below choose the tile of the next row whose middle is nearest.
 */
export function nextTile(places: readonly Rect[], at: number, side: Direction, top: number): number {
  const from = places[at]
  if (side === 'next' || side === 'before') {
    if (!from) return places.findIndex((place) => place.top >= top)
    const to = side === 'next' ? at + 1 : at - 1
    return to < places.length ? to : -1
  }
  if (!from) return -1
  const beyond = (place: Rect) => (side === 'below' ? place.top - from.top : from.top - place.top)
  const rows = places.map(beyond).filter((way) => way > 1)
  const row = Math.min(...rows)
  const middle = (place: Rect) => (place.left + place.right) / 2
  let nearest = -1
  for (const [index, place] of places.entries()) {
    if (Math.abs(beyond(place) - row) > 1) continue
    const best = places[nearest]
    if (!best || Math.abs(middle(place) - middle(from)) < Math.abs(middle(best) - middle(from))) nearest = index
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
  const places = tiles.map((tile) => tile.getBoundingClientRect())
  const tile = tiles[nextTile(places, at, side, header)]
  tile?.focus()
  return tile !== undefined
}
