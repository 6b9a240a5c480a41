// Web Worker whose timers also run while the page is hidden.
addEventListener('message', ({ data: everyMs }: MessageEvent<number>) => {
  setInterval(() => postMessage(null), everyMs)
})
