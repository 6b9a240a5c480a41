import '@fontsource-variable/commissioner/wght.css'
import '@fontsource-variable/piazzolla/wght.css'
import '@fontsource-variable/piazzolla/wght-italic.css'
import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import '../features/galleries/first-tiles.css'
// Before the router, which reads the key of the first entry.
import '../lib/first-entry.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { galleriesKey } from '../features/galleries/queries.ts'
import { watchFirstScroll } from '../lib/first-scroll.ts'
import { watchMember } from '../lib/member-change.ts'
import { persistOverReload, queryClient } from '../lib/query-client.ts'
import { sessionQuery, wasSignedIn } from '../lib/session.ts'
import { setTrustedTypesPolicy } from '../lib/trusted-types.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { isLoadFailure } from '../ui/lazy-component.tsx'
import { keepFirstPress } from './first-press.ts'
import { createRouter } from './router.tsx'

setTrustedTypesPolicy()
watchFirstScroll()
watchMember(queryClient)
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
keepFirstPress(root)
persistOverReload(galleriesKey)
if (wasSignedIn()) void queryClient.prefetchQuery(sessionQuery)
// In a task after that of the modules, so that input is not blocked for long.
setTimeout(() => start(root))

function start(root: HTMLElement): void {
  const router = createRouter()
  // Rendering before the page is there would replace its first paint by a spinner.
  const hasFirstPaint = root.querySelector('main')?.hasChildNodes() ?? false
  void Promise.all([hasFirstPaint && whenInitialized(router), applyStyles().then(loadFonts)]).then(() => {
    // A transition renders in short tasks, so that input is not blocked meanwhile.
    startTransition(() =>
      createRoot(root, { onCaughtError: reportCaught }).render(
        <StrictMode>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </StrictMode>,
      ),
    )
    if (wasSignedIn()) whenIdle(openMemberChannel)
  })
}

/** Loads the member channel. Without it the page works, but shows changes by other members only after a reload. */
function openMemberChannel(): void {
  import('./member-channel.ts').then(({ PageChannel }) => new PageChannel(queryClient)).catch(() => undefined)
}

/** Logs an error that a boundary caught. A part that the network did not deliver is no fault of the page. */
function reportCaught(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: as React does by default
  if (!isLoadFailure(error)) console.error(error)
}

/** Resolves when the first page's code and data are there, or its error. */
function whenInitialized(router: ReturnType<typeof createRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return
      unsubscribe()
      resolve()
    })
  })
}

/** Applies the style sheets that load without blocking the first paint. Resolves when they are there. */
async function applyStyles(): Promise<void> {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][media=print]')]
  await Promise.all(sheets.map(whenLoaded))
  for (const sheet of sheets) sheet.media = 'all'
}

/** First characters of the subsets in fonts.css with the letters of plain English. */
const PLAIN_ENGLISH = 'U+20-7E'

/**
 * Loads the fonts of most text, which would move if it were painted before. Resolves also when they cannot be loaded.
 */
async function loadFonts(): Promise<void> {
  const faces = [...document.fonts].filter(({ unicodeRange }) => unicodeRange.startsWith(PLAIN_ENGLISH))
  await Promise.allSettled(faces.map((face) => face.load()))
}

function whenLoaded(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    if (link.sheet) return resolve()
    for (const event of ['load', 'error']) link.addEventListener(event, () => resolve())
  })
}
