// A worker: its timers go on while its page is not seen.
addEventListener('message', ({ data: everyMs }: MessageEvent<number>) => {
  setInterval(() => postMessage(null), everyMs)
})
