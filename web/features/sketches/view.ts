export type Sides = { width: number; height: number }

/** Position relative to the centre of the area, in CSS pixels. */
export type Point = { x: number; y: number }

/** Scale of a picture, and the position of its centre relative to the centre of the area. */
export type View = Point & { scale: number }

const LARGEST = 4

/** Fits the whole picture into the area, at most at its own size. */
export function contain(picture: Sides, room: Sides): View {
  return { scale: Math.min(1, room.width / picture.width, room.height / picture.height), x: 0, y: 0 }
}

/** Largest scale: four times the fitted scale, at least 2. */
export function largestScale(picture: Sides, room: Sides): number {
  return Math.max(LARGEST * contain(picture, room).scale, LARGEST / 2)
}

/** Nearest view within the allowed scales that leaves no avoidable gap at the area's edges. */
export function clampView(view: View, picture: Sides, room: Sides): View {
  const scale = between(contain(picture, room).scale, view.scale, largestScale(picture, room))
  const slackX = Math.max(0, (picture.width * scale - room.width) / 2)
  const slackY = Math.max(0, (picture.height * scale - room.height) / 2)
  return { scale, x: between(-slackX, view.x, slackX), y: between(-slackY, view.y, slackY) }
}

/** Zooms about a point, which stays in place as far as the edges allow. */
export function zoomAbout(view: View, factor: number, point: Point, picture: Sides, room: Sides): View {
  const scale = between(contain(picture, room).scale, view.scale * factor, largestScale(picture, room))
  const grown = scale / view.scale
  const x = point.x - (point.x - view.x) * grown
  const y = point.y - (point.y - view.y) * grown
  return clampView({ scale, x, y }, picture, room)
}

export function moveBy(view: View, by: Point, picture: Sides, room: Sides): View {
  return clampView({ ...view, x: view.x + by.x, y: view.y + by.y }, picture, room)
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
