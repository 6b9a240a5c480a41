import { WATERMARK, watermarkLine } from '../../../contract/watermark.ts'

const FONT = '600 26px "Commissioner Variable", sans-serif'
/** Margin for the shadow, which makes the text readable on light pictures. */
const INSET = 6
const HEAD = 'data:image/png;base64,'

/** Draws the watermark of a name: a PNG in base64, aligned right. */
export async function drawWatermark(name: string, now = new Date()): Promise<string> {
  const line = watermarkLine(name, now.getFullYear())
  await document.fonts.load(FONT, line)
  const canvas = document.createElement('canvas')
  canvas.width = WATERMARK.width
  canvas.height = WATERMARK.height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser cannot draw')
  context.font = FONT
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  context.shadowColor = 'rgb(0 0 0 / 0.75)'
  context.shadowBlur = 4
  context.fillStyle = 'rgb(255 255 255 / 0.85)'
  context.fillText(line, WATERMARK.width - INSET, WATERMARK.height / 2, WATERMARK.width - 2 * INSET)
  return canvas.toDataURL('image/png').slice(HEAD.length)
}
