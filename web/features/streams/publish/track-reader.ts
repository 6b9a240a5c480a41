type Processor<Data> = new (init: {
  track: MediaStreamTrack
  maxBufferSize?: number
}) => { readable: ReadableStream<Data> }

/** Data of a track as a stream that also runs while the page is hidden; null in browsers without it. */
function openTrack<Data>(track: MediaStreamTrack): ReadableStream<Data> | null {
  const { MediaStreamTrackProcessor: TrackProcessor } = globalThis as { MediaStreamTrackProcessor?: Processor<Data> }
  return TrackProcessor ? new TrackProcessor({ track }).readable : null
}

/** True when sound can be encoded; otherwise it is recorded in files. */
export const canEncodeSound = () => 'MediaStreamTrackProcessor' in globalThis && 'AudioEncoder' in globalThis
/** True when pictures can be encoded; otherwise stills are sent. */
export const canEncodePictures = () => 'VideoEncoder' in globalThis && 'VideoFrame' in globalThis
/** True when pictures are read from a video element, which shows none while the page is hidden. */
export const picturesStopWhileHidden = () => canEncodePictures() && !('MediaStreamTrackProcessor' in globalThis)

/**
 * Passes a track's data to a receiver, which closes it, until the returned function is called. Later data is still read
 * and closed, because a cancelled stream would keep its buffers, of which a camera has few.
 */
export function readTrack<Data extends { close: () => void }>(
  readable: ReadableStream<Data>,
  onData: (data: Data) => void,
): () => void {
  const reader = readable.getReader()
  let isStopped = false
  const read = async () => {
    for (let result = await reader.read(); !result.done; result = await reader.read())
      if (isStopped) result.value.close()
      else onData(result.value)
  }
  void read().catch(() => undefined)
  return () => {
    isStopped = true
  }
}

export function readSound(track: MediaStreamTrack, onData: (data: AudioData) => void): () => void {
  const readable = openTrack<AudioData>(track)
  return readable ? readTrack(readable, onData) : () => undefined
}

/**
 * Reads the pictures of a track. In browsers that cannot read tracks, reads them from the video element that shows it.
 */
export function readPictures(
  track: MediaStreamTrack,
  video: HTMLVideoElement,
  onPicture: (picture: VideoFrame) => void,
): () => void {
  const readable = openTrack<VideoFrame>(track)
  if (readable) return readTrack(readable, onPicture)
  let handle = 0
  const next = () => {
    handle = video.requestVideoFrameCallback(() => {
      onPicture(new VideoFrame(video))
      next()
    })
  }
  next()
  return () => video.cancelVideoFrameCallback(handle)
}
