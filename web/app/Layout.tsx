import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useNavigationType,
  useOutletContext,
} from 'react-router'
import { ChatDock } from '../features/chat/ChatDock.tsx'
import { isBoardPage } from '../features/whiteboard/board-address.ts'
import { isFirstScrollUrgent, markScrollRestored, noteFirstScroll } from '../lib/first-scroll.ts'
import { HEADER_SEARCH, SEARCH_FIELD } from '../lib/search-fields.ts'
import { useBan, useDeletesAt, useImpersonation } from '../lib/session.ts'
import { useAccountTheme } from '../lib/theme.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { classes } from '../ui/classes.ts'
import { lazyComponent, preload } from '../ui/lazy-component.tsx'
import { PageSpinner } from '../ui/Spinner.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { isOpenToBanned } from './about-links.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import styles from './Layout.module.css'
import { OpeningSketch } from './OpeningSketch.tsx'
import { PhoneNavigation } from './PhoneNavigation.tsx'

// Key presses until it has loaded are kept by theme.js.
const Shortcuts = lazyComponent(() => import('./shortcuts/Shortcuts.tsx'), 'Shortcuts')
const GlobalOverlays = lazyComponent(() => import('./GlobalOverlays.tsx'), 'GlobalOverlays')
const BanNotice = lazyComponent(() => import('../features/bans/BanNotice.tsx'), 'BanNotice')
const ImpersonationBanner = lazyComponent(
  () => import('../features/staff/ImpersonationBanner.tsx'),
  'ImpersonationBanner',
)
const DeletionBanner = lazyComponent(() => import('../features/leaving/DeletionBanner.tsx'), 'DeletionBanner')
const loadSketchPage = () => import('../features/sketches/SketchPage.tsx')

/** Pages that fill the window have no footer. */
const FILLS_WINDOW = /^\/(whiteboard\/?$|chat(\/|$)|stream\/|(e\/)?messages?(\/|$))/

/** Frame of every page; a banned member gets the notice in place of every page but the rules [2 §2]. */
export function Layout() {
  const { pathname } = useLocation()
  const ban = useBan()
  const impersonation = useImpersonation()
  const deletesAt = useDeletesAt()
  useAccountTheme()
  const banner = impersonation ? (
    <ImpersonationBanner impersonation={impersonation} />
  ) : (
    deletesAt && <DeletionBanner deletesAt={deletesAt} />
  )
  if (!ban || isOpenToBanned(pathname)) return <Frame banner={banner} />
  return (
    <>
      {banner}
      <BanNotice ban={ban} />
      <Toasts />
    </>
  )
}

/** Skip link, header, page, footer, bottom bar and toasts; moves focus and scroll when the page changes. */
function Frame({ banner }: { banner: ReactNode }) {
  const { pathname } = useLocation()
  const fillsWindow = FILLS_WINDOW.test(pathname)
  const main = useRef<HTMLElement>(null)
  const hasNavigated = useFocusAfterNavigation(pathname, main)
  // The scroll position can only be restored once the page is rendered.
  const [hasPage, setHasPage] = useState(false)
  const leadsToSketches = hasPage && !fillsWindow
  // The first tap on a picture then waits for nothing.
  useEffect(() => (leadsToSketches ? whenIdle(() => preload(loadSketchPage)) : undefined), [leadsToSketches])
  return (
    <>
      <a className="skipLink" href="#main">
        Skip to content
      </a>
      {banner}
      {!isBoardPage(pathname) && <Header />}
      <ChatDock hasPage={hasPage} />
      <NextPage />
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className={classes(styles.main, fillsWindow ? styles.fills : styles.ends)}
      >
        <div key={pathname} data-page={pathname} className={hasNavigated ? styles.entering : undefined}>
          <Outlet context={setHasPage} />
        </div>
      </main>
      {!fillsWindow && <Footer />}
      <PhoneNavigation />
      <Toasts />
      <Shortcuts />
      {hasPage && (
        <>
          <FirstScroll />
          <ScrollRestoration />
          <ScrollRestored />
          <GlobalOverlays />
        </>
      )}
    </>
  )
}

/** Rendered before `ScrollRestoration`, so that its effect comes first. */
function FirstScroll() {
  useLayoutEffect(noteFirstScroll, [])
  return null
}

/** Rendered behind `ScrollRestoration`, so that its effect follows. */
function ScrollRestored() {
  useLayoutEffect(markScrollRestored, [])
  return null
}

/** Shows at once that the next page loads. It alone is rendered for that, so that a tap is answered fast. */
function NextPage() {
  const navigation = useNavigation()
  if (navigation.state !== 'loading') return null
  return (
    <>
      <OpeningSketch path={navigation.location.pathname} />
      <div className={styles.loading}>
        <PageSpinner />
      </div>
    </>
  )
}

/** Outlet that reports when the page's code and first data are there. */
export function PageOutlet() {
  const setHasPage = useOutletContext<(hasPage: boolean) => void>()
  useLayoutEffect(() => {
    if (isFirstScrollUrgent()) setHasPage(true)
  }, [setHasPage])
  // The rest of the frame would otherwise be rendered, and all effects run, in the task that shows the page.
  useEffect(() => startTransition(() => setHasPage(true)), [setHasPage])
  return <Outlet />
}

/**
 * Moves the focus to the content after a navigation, so that keys and screen readers start there, unless the member
 * went to the header's search meanwhile. Going back, focuses the link that was followed; for a search, the search
 * field. Returns true once the page has changed.
 */
function useFocusAfterNavigation(pathname: string, main: React.RefObject<HTMLElement | null>): boolean {
  const { key, state } = useLocation()
  const followed = useRef(new Map<string, string>())
  const first = useRef(pathname)
  const last = useRef(pathname)
  const type = useNavigationType()
  const moved = last.current !== pathname || first.current !== pathname
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    // The document's own canonical and alternate links describe the first page, and sharing uses the canonical address.
    for (const link of document.querySelectorAll('link:is([rel=canonical],[rel=alternate])')) link.remove()
    if (document.activeElement?.matches(HEADER_SEARCH)) return
    const target = type === 'POP' ? main.current : (main.current?.querySelector<HTMLElement>('h1') ?? main.current)
    target?.setAttribute('tabindex', '-1')
    target?.focus({ preventScroll: true })
    const link = type === 'POP' && followed.current.get(key)
    const wanted = link ? `a[href="${CSS.escape(link)}"]:not([aria-hidden])` : state?.focus && SEARCH_FIELD
    return wanted ? focusWhenRendered(wanted, target, main.current) : undefined
  }, [pathname, key, state, type, main])
  useEffect(() => {
    const rememberLink = ({ target }: MouseEvent) => {
      const link = target instanceof Element && target.closest('a')?.getAttribute('href')
      if (link) followed.current.set(key, link)
    }
    addEventListener('click', rememberLink, true)
    return () => removeEventListener('click', rememberLink, true)
  }, [key])
  return moved
}

const RENDERED_WITHIN_MS = 1000

/** Moves the focus from `from` to the first matching element, unless it is missing for a second or the focus moved. */
function focusWhenRendered(selector: string, from: HTMLElement | null, within: HTMLElement | null): () => void {
  const until = performance.now() + RENDERED_WITHIN_MS
  const tryFocus = () => {
    const found = within?.querySelector<HTMLElement>(selector)
    if (document.activeElement !== from || performance.now() > until) return
    if (found) found.focus({ preventScroll: true })
    else frame = requestAnimationFrame(tryFocus)
  }
  let frame = requestAnimationFrame(tryFocus)
  return () => cancelAnimationFrame(frame)
}
