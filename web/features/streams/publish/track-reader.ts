type Processor<Data> = new (init: {
  track: MediaStreamTrack
  maxBufferSize?: number
}) => { readable: ReadableStream<Data> }

/** Data of a track as a stream that also runs while the page is hidden; null in browsers without it. */
function processed<Data>(track: MediaStreamTrack): ReadableStream<Data> | null {
  const { MediaStreamTrackProcessor: Known } = globalThis as { MediaStreamTrackProcessor?: Processor<Data> }
  return Known ? new Known({ track }).readable : null
}

/** True when sound can be encoded; otherwise it is recorded in files. */
export const canEncodeSound = () => 'MediaStreamTrackProcessor' in globalThis && 'AudioEncoder' in globalThis
/** True when pictures can be encoded; otherwise stills are sent. */
export const canEncodePictures = () => 'VideoEncoder' in globalThis && 'VideoFrame' in globalThis

/**
 * Passes a track's data to a receiver, which closes it, until the returned function is called. Later data is read and
 * closed: a cancelled stream would keep its buffers, of which a camera has few.
 */
export function readTrack<Data extends { close: () => void }>(
  readable: ReadableStream<Data>,
  onData: (data: Data) => void,
): () => void {
  const reader = readable.getReader()
  let isOver = false
  const read = async () => {
    for (let one = await reader.read(); !one.done; one = await reader.read())
      if (isOver) one.value.close()
      else onData(one.value)
  }
  void read().catch(() => undefined)
  return () => {
    isOver = true
  }
}

export function readSound(track: MediaStreamTrack, onData: (data: AudioData) => void): () => void {
  const readable = processed<AudioData>(track)
  return readable ? readTrack(readable, onData) : () => undefined
}

/** Reads the pictures of a track, or of the video element that shows it where tracks cannot be read. */
export function readPictures(
  track: MediaStreamTrack,
  video: HTMLVideoElement,
  onPicture: (picture: VideoFrame) => void,
): () => void {
  const readable = processed<VideoFrame>(track)
  if (readable) return readTrack(readable, onPicture)
  let wanted = 0
  const next = () => {
    wanted = video.requestVideoFrameCallback(() => {
      onPicture(new VideoFrame(video))
      next()
    })
  }
  next()
  return () => video.cancelVideoFrameCallback(wanted)
}
