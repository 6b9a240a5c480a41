export type Size = { width: number; height: number }

/** Position relative to the centre of the area, in CSS pixels. */
export type AreaPoint = { x: number; y: number }

/** Scale of a picture, and the position of its centre relative to the centre of the area. */
export type PictureView = AreaPoint & { scale: number }

const ZOOM_MAX = 4

/** Fits the whole picture into the area, at most at its own size. */
export function fitView(picture: Size, area: Size): PictureView {
  return { scale: Math.min(1, area.width / picture.width, area.height / picture.height), x: 0, y: 0 }
}

/** Pictures at least this many times as high as wide open fitted to the area's width, from their top. */
const TALL_FROM = 2

/** The view in which a picture opens: the whole picture, or the top of a tall one. */
export function firstView(picture: Size, area: Size): PictureView {
  if (picture.height < TALL_FROM * picture.width) return fitView(picture, area)
  const scale = Math.min(1, area.width / picture.width)
  return clampView({ scale, x: 0, y: Number.POSITIVE_INFINITY }, picture, area)
}

/** Largest scale: four times the fitted scale, at least 2. */
export function largestScale(picture: Size, area: Size): number {
  return Math.max(ZOOM_MAX * fitView(picture, area).scale, ZOOM_MAX / 2)
}

/** Nearest view within the allowed scales that leaves no avoidable gap at the area's edges. */
export function clampView(view: PictureView, picture: Size, area: Size): PictureView {
  const scale = clamp(fitView(picture, area).scale, view.scale, largestScale(picture, area))
  const slackX = Math.max(0, (picture.width * scale - area.width) / 2)
  const slackY = Math.max(0, (picture.height * scale - area.height) / 2)
  return { scale, x: clamp(-slackX, view.x, slackX), y: clamp(-slackY, view.y, slackY) }
}

/** Zooms about a point, which stays in place as far as the edges allow. */
export function zoomAt(view: PictureView, factor: number, point: AreaPoint, picture: Size, area: Size): PictureView {
  const scale = clamp(fitView(picture, area).scale, view.scale * factor, largestScale(picture, area))
  const grown = scale / view.scale
  const x = point.x - (point.x - view.x) * grown
  const y = point.y - (point.y - view.y) * grown
  return clampView({ scale, x, y }, picture, area)
}

export function moveBy(view: PictureView, by: AreaPoint, picture: Size, area: Size): PictureView {
  return clampView({ ...view, x: view.x + by.x, y: view.y + by.y }, picture, area)
}

function clamp(min: number, value: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
