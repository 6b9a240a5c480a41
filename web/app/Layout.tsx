import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useNavigationType,
  useOutletContext,
} from 'react-router'
import { useBan } from '../lib/session.ts'
import { SEARCH_FIELD } from '../lib/shortcuts.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { PageSpinner } from '../ui/Spinner.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { Header } from './Header.tsx'
import styles from './Layout.module.css'

/** The overlays come a second after the page, so that they do not compete with it for the network. */
const SETTLED_MS = 1000
const GlobalOverlays = lazyComponent(async () => {
  await new Promise((settled) => setTimeout(settled, SETTLED_MS))
  return import('./GlobalOverlays.tsx')
}, 'GlobalOverlays')
const BanNotice = lazyComponent(() => import('../features/bans/BanNotice.tsx'), 'BanNotice')

/** Every page; in place of any but the guidelines, the notice of what stands against the member [2 §2]. */
export function Layout() {
  const { pathname } = useLocation()
  const ban = useBan()
  if (!ban || pathname === '/guidelines') return <Frame />
  return (
    <>
      <BanNotice ban={ban} />
      <Toasts />
    </>
  )
}

/** What stands around a page: skip link, header, toasts; moves focus and scroll when the page changes. */
function Frame() {
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const main = useRef<HTMLElement>(null)
  const movedTo = useMovedTo(pathname, main)
  // Only once there is a page can the window be put where it was.
  const [hasPage, setHasPage] = useState(false)
  return (
    <>
      <a className="skipLink" href="#main">
        Skip to content
      </a>
      <Header />
      {navigation.state === 'loading' && (
        <div className={styles.waiting}>
          <PageSpinner />
        </div>
      )}
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <div key={pathname} data-page={pathname} className={movedTo ? styles.arriving : undefined}>
          <Outlet context={setHasPage} />
        </div>
      </main>
      <Toasts />
      {hasPage && (
        <>
          <ScrollRestoration />
          <GlobalOverlays />
        </>
      )}
    </>
  )
}

/** Where a page stands; it is there once its code and its first data are. */
export function Page() {
  const setHasPage = useOutletContext<(hasPage: boolean) => void>()
  useLayoutEffect(() => setHasPage(true), [setHasPage])
  return <Outlet />
}

/**
 * Puts the focus on the content after moving to another page, so that keys and screen readers start there; going back,
 * on the link that was followed there, once it is drawn. Who asked to search is led on to the field for it.
 */
function useMovedTo(pathname: string, main: React.RefObject<HTMLElement | null>): boolean {
  const { key, state } = useLocation()
  const followed = useRef(new Map<string, string>())
  const first = useRef(pathname)
  const last = useRef(pathname)
  const type = useNavigationType()
  const moved = last.current !== pathname || first.current !== pathname
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    // What the page came with speaks of the one it was, and a browser shares the canonical address.
    for (const link of document.querySelectorAll('link:is([rel=canonical],[rel=alternate])')) link.remove()
    const target = type === 'POP' ? main.current : (main.current?.querySelector<HTMLElement>('h1') ?? main.current)
    target?.setAttribute('tabindex', '-1')
    target?.focus({ preventScroll: true })
    const link = type === 'POP' && followed.current.get(key)
    const wanted = link ? `a[href="${CSS.escape(link)}"]:not([aria-hidden])` : state?.focus && SEARCH_FIELD
    return wanted ? whenDrawn(wanted, target, main.current) : undefined
  }, [pathname, key, state, type, main])
  useEffect(() => {
    const note = ({ target }: MouseEvent) => {
      const link = target instanceof Element && target.closest('a')?.getAttribute('href')
      if (link) followed.current.set(key, link)
    }
    addEventListener('click', note, true)
    return () => removeEventListener('click', note, true)
  }, [key])
  return moved
}

const DRAWN_WITHIN_MS = 1000

/** Moves the focus on from `from` once there is such an element within; where it comes late or never, the focus stays. */
function whenDrawn(selector: string, from: HTMLElement | null, within: HTMLElement | null): () => void {
  const until = performance.now() + DRAWN_WITHIN_MS
  const look = () => {
    const found = within?.querySelector<HTMLElement>(selector)
    if (document.activeElement !== from || performance.now() > until) return
    if (found) found.focus({ preventScroll: true })
    else frame = requestAnimationFrame(look)
  }
  let frame = requestAnimationFrame(look)
  return () => cancelAnimationFrame(frame)
}
