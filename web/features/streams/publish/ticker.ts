// Web Worker whose timers also run while the page is hidden.
addEventListener('message', ({ data: intervalMs }: MessageEvent<number>) => {
  setInterval(() => postMessage(null), intervalMs)
})
