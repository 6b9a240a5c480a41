import type { StreamSource } from '../../../../contract/http/streams.ts'
import { boardSource } from './board-source.ts'
import type { Size } from './encoding.ts'
import { canCodePictures, readPictures } from './track-reader.ts'

/** A picture that can be drawn, and its size. */
export type Shot = Size & { image: CanvasImageSource }

/** Something to show in a stream. */
export type Source = {
  kind: StreamSource
  /** What its artist is shown of it. */
  preview: MediaStream | HTMLCanvasElement
  /** The sound that comes with it, as that of a tab does. */
  sound: MediaStream | null
  /** Cursors on its pictures as they come, until what is answered is called; who takes one closes it. */
  read: (onPicture: (picture: VideoFrame) => void) => () => void
  /** How it looks now; null before there is anything to see. */
  shot: () => Shot | null
  stop: () => void
  /** Hears of it when it ends by itself, as a window does that is closed. */
  onEnded: (ended: () => void) => void
}

const FRAME_RATE = { ideal: 20, max: 30 }

/**
 * Asks for something to show.
 * @throws DOMException where it was not given.
 */
export async function pickSource(kind: StreamSource, me: number): Promise<Source> {
  if (kind === 'whiteboard') return boardSource(me)
  const { mediaDevices } = navigator
  const stream =
    kind === 'screen'
      ? await mediaDevices.getDisplayMedia({ video: { frameRate: FRAME_RATE }, audio: true })
      : await mediaDevices.getUserMedia({
          video: {
            ...{ width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: FRAME_RATE },
            // A phone is held over the paper.
            facingMode: { ideal: 'environment' },
          },
        })
  return streamSource(kind, stream)
}

/** Whether this browser lets a page see a screen at all: those of phones do not. */
export const canShareScreen = () => 'getDisplayMedia' in (navigator.mediaDevices ?? {})

function streamSource(kind: StreamSource, stream: MediaStream): Source {
  const [track] = stream.getVideoTracks()
  if (!track) throw new DOMException('a source without pictures', 'NotFoundError')
  // Lines and letters stay sharp, at the cost of pictures a second.
  track.contentHint = 'detail'
  const sounds = stream.getAudioTracks()
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.srcObject = new MediaStream([track])
  void video.play().catch(() => undefined)
  return {
    kind,
    preview: video.srcObject,
    sound: sounds.length > 0 ? new MediaStream(sounds) : null,
    read: (onPicture) => (canCodePictures() ? readPictures(track, video, onPicture) : () => undefined),
    shot: () => {
      const { videoWidth: width, videoHeight: height } = video
      return width > 0 ? { image: video, width, height } : null
    },
    stop: () => {
      for (const one of stream.getTracks()) one.stop()
      video.srcObject = null
    },
    onEnded: (ended) => track.addEventListener('ended', ended),
  }
}
