/** Whether a browser can show a picture in a window of its own. */
export const hasSmallWindow = () => document.pictureInPictureEnabled === true

/** Shows what a canvas shows in a small window that stays above all others, or closes that. */
export async function toggleSmallWindow(canvas: HTMLCanvasElement): Promise<void> {
  if (document.pictureInPictureElement) return document.exitPictureInPicture()
  const video = document.createElement('video')
  const stream = canvas.captureStream()
  video.muted = true
  video.srcObject = stream
  video.addEventListener('leavepictureinpicture', () => {
    for (const track of stream.getTracks()) track.stop()
  })
  await video.play()
  await video.requestPictureInPicture()
}
