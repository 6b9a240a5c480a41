import { useEffect, useRef } from 'react'
import type { Broadcast } from './broadcast.ts'
import { decodeSoon } from './loopback.ts'
import type { Source } from './sources.ts'

/** What is about to be shown, or is, as it comes from its source. */
export function SourcePreview({ source: { preview } }: { source: Source }) {
  return preview instanceof HTMLCanvasElement ? <CanvasPreview canvas={preview} /> : <VideoPreview stream={preview} />
}

function VideoPreview({ stream }: { stream: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  return <video ref={video} autoPlay muted playsInline aria-label="What you show" />
}

/** A canvas that others draw to, on the page. */
function CanvasPreview({ canvas }: { canvas: HTMLCanvasElement }) {
  const place = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = place.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    let frame = 0
    const draw = () => {
      context.drawImage(canvas, 0, 0)
      frame = requestAnimationFrame(draw)
    }
    draw()
    return () => cancelAnimationFrame(frame)
  }, [canvas])
  return <canvas ref={place} width={canvas.width} height={canvas.height} role="img" aria-label="What you show" />
}

/** What is shown as viewers see it: coded, sent, and decoded again. */
export function ViewersPreview({ broadcast }: { broadcast: Broadcast }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => (canvas.current ? decodeSoon(broadcast, canvas.current) : undefined), [broadcast])
  return <canvas ref={canvas} width={16} height={9} role="img" aria-label="What viewers see" />
}
