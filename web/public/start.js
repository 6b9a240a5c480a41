// Pictures first, program second: starts the page's program when the pictures in the window are there, when someone
// touches the page, or after two seconds, whichever comes first.
;(() => {
  const { program, preload } = document.currentScript.dataset
  let started = false
  const start = () => {
    if (started) return
    started = true
    for (const href of preload.split(' ').filter(Boolean)) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: program }))
  }
  if (document.readyState === 'complete') start()
  addEventListener('load', start)
  for (const touch of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']) {
    addEventListener(touch, start, { once: true, passive: true })
  }
  setTimeout(start, 2000)
})()
