import type { FontSubset } from '../build/first-fonts.ts'
import { wasChatHidden } from '../features/chat/chat-preference.ts'
import { setTrustedTypesPolicy } from '../lib/trusted-types.ts'
import { FIRST_FONTS, readFirstFonts } from './first-fonts.ts'

const SCRIPTS_PER_TASK = 16

/**
 * Runs after the first-paint markup, before it is painted. Adds fonts with the letters of this markup, and loads the
 * application after the pictures.
 */
// The scripts that `startApplication` adds need the policy.
setTrustedTypesPolicy()
// Comes first, because a fault in the first paint must not leave the page without the application.
startApplication(document.currentScript?.dataset ?? {})
for (const font of readFirstFonts(getComputedStyle(document.documentElement).getPropertyValue(FIRST_FONTS).trim()))
  addFont(font)
if (wasChatHidden()) document.querySelector('[data-first-chat]')?.remove()

function addFont({ family, base64, descriptors }: FontSubset): void {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  document.fonts.add(new FontFace(family, bytes, descriptors))
}

/**
 * Loads the application once the page and its pictures have been painted, on the first input, or after two seconds, so
 * that they do not wait for it. Without a first paint, loads it at once.
 */
function startApplication({ scripts, pageScripts, styles, fonts }: DOMStringMap): void {
  if (!scripts) return
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    for (const src of addresses(scripts)) appendModule(src)
    // main.tsx applies them once they are loaded.
    for (const href of addresses(styles)) appendLink({ rel: 'stylesheet', media: 'print', href })
    for (const href of addresses(fonts)) appendLink({ rel: 'preload', as: 'font', crossorigin: '', href })
    void appendInTasks(addresses(pageScripts))
  }
  if (!document.querySelector('main')?.hasChildNodes()) {
    start()
    return
  }
  addEventListener('load', () => new PerformanceObserver(start).observe({ type: 'paint', buffered: true }))
  // Without `pointermove`, which the browser also sends when a page appears under a resting pointer.
  for (const input of ['pointerdown', 'keydown', 'wheel', 'touchstart']) {
    addEventListener(input, start, { once: true, passive: true })
  }
  setTimeout(start, 2000)
}

function addresses(list = ''): string[] {
  return list.split(' ').filter(Boolean)
}

/** Adds scripts in short tasks: each starts a request, and many at once would block input. */
async function appendInTasks(scripts: string[]): Promise<void> {
  for (const [index, src] of scripts.entries()) {
    if (index % SCRIPTS_PER_TASK === 0) await new Promise((resolve) => setTimeout(resolve))
    appendModule(src)
  }
}

/** Adds a script that runs after those added before, in a task of its own. */
function appendModule(src: string): void {
  const script = document.createElement('script')
  script.type = 'module'
  script.crossOrigin = ''
  script.async = false
  script.src = src
  document.head.append(script)
}

function appendLink(attributes: Record<string, string>): void {
  const link = document.createElement('link')
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value)
  // main.tsx would wait forever for a sheet that failed before.
  link.onerror = () => link.remove()
  document.head.append(link)
}
