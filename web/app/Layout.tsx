import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation, useNavigationType } from 'react-router'
import { PageSpinner } from '../ui/PageSpinner.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { Header } from './Header.tsx'
import styles from './Layout.module.css'

/** Comes when the page has settled, and the site works without it. */
const QuickHands = lazy(async (): Promise<{ default: () => ReactNode }> => {
  await new Promise((settled) => setTimeout(settled, 1000))
  return import('./keys/QuickHands.tsx').then(
    ({ QuickHands }) => ({ default: QuickHands }),
    () => ({ default: () => null }),
  )
})

/** What stands around every page: skip link, header, toasts; moves focus and scroll when the page changes. */
export function Layout() {
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const main = useRef<HTMLElement>(null)
  const movedTo = useMovedTo(pathname, main)
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
        <div key={pathname} className={movedTo ? styles.arriving : undefined}>
          <Outlet />
        </div>
      </main>
      <Toasts />
    </>
  )
}

/** A page, and the window where it was when one comes back; only once the page is there can it be put there. */
export function Page() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
      <Suspense>
        <QuickHands />
      </Suspense>
    </>
  )
}

/** Puts the focus on the content after moving to another page, so that keys and screen readers start there. */
function useMovedTo(pathname: string, main: React.RefObject<HTMLElement | null>): boolean {
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
  }, [pathname, type, main])
  return moved
}
