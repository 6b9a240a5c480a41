type Processor<Data> = new (init: {
  track: MediaStreamTrack
  maxBufferSize?: number
}) => { readable: ReadableStream<Data> }

/** What a track gives, as it comes, also in a page that is not seen; null in a browser that does not hand it out. */
function processed<Data>(track: MediaStreamTrack): ReadableStream<Data> | null {
  const { MediaStreamTrackProcessor: Known } = globalThis as { MediaStreamTrackProcessor?: Processor<Data> }
  return Known ? new Known({ track }).readable : null
}

/** Whether sound can be coded piece by piece; else it is recorded in whole files. */
export const canCodeSound = () => 'MediaStreamTrackProcessor' in globalThis && 'AudioEncoder' in globalThis
/** Whether pictures can be coded; else they are sent as stills. */
export const canCodePictures = () => 'VideoEncoder' in globalThis && 'VideoFrame' in globalThis

/**
 * Cursors on what a track gives until what is answered is called; each has to be closed by who takes it. What comes after that
 * is closed here until the track ends: what waits in a stream that is cancelled would never be, and a camera has few
 * pictures to give.
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

/** The pictures of a track; where it does not hand them out, those that `video` shows of it. */
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
