import type { StreamSource } from '../../../../contract/http/streams.ts'
import { boardSource } from './board-source.ts'
import type { Source } from './source.ts'
import { canEncodePictures, picturesStopWhileHidden, readPictures } from './track-reader.ts'

const FRAME_RATE = { ideal: 20, max: 30 }

/**
 * Opens a source.
 * @throws DOMException when the browser refuses it.
 */
export async function openSource(kind: StreamSource, me: number): Promise<Source> {
  if (kind === 'whiteboard') return boardSource(me)
  const { mediaDevices } = navigator
  const stream =
    kind === 'screen'
      ? await mediaDevices.getDisplayMedia({ video: { frameRate: FRAME_RATE }, audio: true })
      : await mediaDevices.getUserMedia({
          video: {
            ...{ width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: FRAME_RATE },
            // A phone films the paper from above.
            facingMode: { ideal: 'environment' },
          },
        })
  return streamSource(kind, stream)
}

/** True when the browser can capture a screen; phones cannot. */
export const canShareScreen = () => 'getDisplayMedia' in (navigator.mediaDevices ?? {})

function streamSource(kind: StreamSource, stream: MediaStream): Source {
  const [track] = stream.getVideoTracks()
  if (!track) throw new DOMException('a source without pictures', 'NotFoundError')
  // Prefers sharp lines over frame rate.
  track.contentHint = 'detail'
  const audioTracks = stream.getAudioTracks()
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.srcObject = new MediaStream([track])
  void video.play().catch(() => undefined)
  return {
    kind,
    preview: video.srcObject,
    sound: audioTracks.length > 0 ? new MediaStream(audioTracks) : null,
    read: (onPicture) => (canEncodePictures() ? readPictures(track, video, onPicture) : () => undefined),
    snapshot: () => {
      const { videoWidth: width, videoHeight: height } = video
      return width > 0 ? { image: video, width, height } : null
    },
    stopsWhileHidden: picturesStopWhileHidden(),
    stop: () => {
      for (const each of stream.getTracks()) each.stop()
      video.srcObject = null
    },
    onEnded: (ended) => track.addEventListener('ended', ended),
  }
}
