import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { offerReloadIfOutdated } from '../lib/newer-build.ts'
import { reachSite, TRIES_AFTER_MS } from '../lib/reachability.ts'
import { toast } from '../lib/toast.ts'

const NOT_LOADED = 'That couldn’t be loaded. Check your connection and try again.'

/** Text in the place of a page's content that could not be loaded. */
export const MISSING_CONTENT = 'This couldn’t be loaded. Check your connection, or reload the page.'

type Load<Module> = () => Promise<Module>

class LoadError extends Error {}

/** Error messages of Chromium, Firefox and Safari for a module that could not be loaded. */
const MODULE_NOT_LOADED = /dynamically imported module|importing a module script/i

/** Error message of Vite's loader for a style sheet that could not be loaded. */
const STYLES_NOT_LOADED = /^Unable to preload CSS/

/** True for the error of a module, or of its styles, that could not be loaded. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof LoadError ||
  (error instanceof TypeError && MODULE_NOT_LOADED.test(error.message)) ||
  (error instanceof Error && STYLES_NOT_LOADED.test(error.message))

/** Functions whose modules have loaded; calling them needs no network. */
const loadedBy = new WeakSet<() => Promise<unknown>>()

/** Loads a module ahead of its first use. Does nothing offline: a browser never repeats a failed load. */
export function preload(load: () => Promise<unknown>): void {
  if (!navigator.onLine) return
  load().then(
    () => loadedBy.add(load),
    () => undefined,
  )
}

/** Like React's `lazy`, but retries a failed load when the component is next mounted. */
function withRetry<Module extends object>(load: Load<Module>, name: keyof Module): () => ComponentType<object> {
  const make = (): ComponentType<object> =>
    lazy(async () => {
      try {
        // A browser never requests a module again after a failure, so do not try offline.
        if (!navigator.onLine && !loadedBy.has(load)) throw new Error('offline')
        return { default: (await load())[name] as ComponentType<object> }
      } catch (cause) {
        Loaded = make()
        if (navigator.onLine) void offerReloadIfOutdated()
        throw new LoadError('a component could not be loaded', { cause })
      }
    })
  let Loaded = make()
  return () => Loaded
}

type Fallback = ReactNode | ((props: object) => ReactNode)

/** Shows the fallback, which may depend on the component's props, until the component is loaded. */
function suspended(Part: ComponentType<object>, fallback: Fallback): ComponentType<object> {
  return function LazyComponent(props: object) {
    return (
      <Suspense fallback={typeof fallback === 'function' ? fallback(props) : fallback}>
        <Part {...props} />
      </Suspense>
    )
  }
}

/**
 * Named export of a module: the main part of a page, loaded when it is first rendered. The page shows an error when
 * that fails.
 */
export function lazyPage<Module extends object, Name extends keyof Module & string>(
  load: Load<Module>,
  name: Name,
  fallback?: Fallback,
): Module[Name] {
  const latest = withRetry(load, name)
  function LazyPage(props: object) {
    const [Page] = useState(latest)
    return <Page {...props} />
  }
  return suspended(LazyPage, fallback) as Module[Name]
}

/**
 * Named export of a module: a part of a page, loaded when it is first rendered. When that fails, a dialog is closed
 * with a toast; any other part shows `missing`, and appears once the site replies again.
 */
export function lazyComponent<Module extends object, Name extends keyof Module & string>(
  load: Load<Module>,
  name: Name,
  fallback?: Fallback,
  missing: ReactNode = null,
): Module[Name] {
  const latest = withRetry(load, name)
  function LazyPart(props: object) {
    const [Part, setPart] = useState(latest)
    const [isMissing, setMissing] = useState(false)
    useEffect(() => {
      if (!isMissing) return
      const left = new AbortController()
      const retry = async () => {
        // A failed load would be the last one, because browsers never repeat it.
        if (!(await reachSite(TRIES_AFTER_MS, left.signal))) return
        setPart(latest)
        setMissing(false)
      }
      addEventListener('online', () => void retry(), { signal: left.signal })
      return () => left.abort()
    }, [isMissing])
    const handleFailure = () => {
      setMissing(true)
      const { onClose } = props as { onClose?: () => void }
      if (!onClose) return
      const reload = { label: 'Reload', onAction: () => location.reload() }
      toast(NOT_LOADED, { kind: 'error', action: navigator.onLine ? reload : undefined })
      onClose()
    }
    if (isMissing) return missing
    return (
      <LoadBoundary onFailure={handleFailure}>
        <Part {...props} />
      </LoadBoundary>
    )
  }
  return suspended(LazyPart, fallback) as Module[Name]
}

/** Catches failed loads and rethrows other errors. */
class LoadBoundary extends Component<{ onFailure: () => void; children: ReactNode }, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof LoadError) this.props.onFailure()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    if ((error as unknown) instanceof LoadError) return null
    throw error
  }
}
