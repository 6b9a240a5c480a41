/** Sides in CSS pixels: of a picture at its own size, or of the room that it is shown in. */
export type Sides = { width: number; height: number }

/** A place in the room, from its middle, in CSS pixels. */
export type Point = { x: number; y: number }

/** How a picture is looked at: how much larger than its own size, and where its middle is from the middle of the room. */
export type View = Point & { scale: number }

const LARGEST = 4

/** The whole picture, in the middle, as large as the room and its own size allow. */
export function contain(picture: Sides, room: Sides): View {
  return { scale: Math.min(1, room.width / picture.width, room.height / picture.height), x: 0, y: 0 }
}

/** The largest scale: four times its own size, or four times the whole picture for a small one in a large room. */
export function largestScale(picture: Sides, room: Sides): number {
  return Math.max(LARGEST * contain(picture, room).scale, LARGEST / 2)
}

/** The nearest view that is neither smaller than the whole picture nor leaves the room empty where it could be filled. */
export function clampView(view: View, picture: Sides, room: Sides): View {
  const scale = between(contain(picture, room).scale, view.scale, largestScale(picture, room))
  const slackX = Math.max(0, (picture.width * scale - room.width) / 2)
  const slackY = Math.max(0, (picture.height * scale - room.height) / 2)
  return { scale, x: between(-slackX, view.x, slackX), y: between(-slackY, view.y, slackY) }
}

/** Looks closer, or from further away: what is at the point stays at the point, as far as the room's edges let it. */
export function zoomAbout(view: View, factor: number, point: Point, picture: Sides, room: Sides): View {
  const scale = between(contain(picture, room).scale, view.scale * factor, largestScale(picture, room))
  const grown = scale / view.scale
  const x = point.x - (point.x - view.x) * grown
  const y = point.y - (point.y - view.y) * grown
  return clampView({ scale, x, y }, picture, room)
}

/** Moves the picture along. */
export function moveBy(view: View, by: Point, picture: Sides, room: Sides): View {
  return clampView({ ...view, x: view.x + by.x, y: view.y + by.y }, picture, room)
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
