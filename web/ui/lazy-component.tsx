import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { toast } from '../lib/toast.ts'

const NOT_LOADED = 'That could not be loaded. Please check your connection and try again.'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

class LoadError extends Error {}

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
function retrying<Props extends object>(load: Load<Props>, source: () => Promise<unknown>): () => ComponentType<Props> {
  const make = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        // A browser never requests a module again after a failure, so do not try offline.
        if (!navigator.onLine && !loadedBy.has(source)) throw new Error('offline')
        return await load()
      } catch (cause) {
        Loaded = make()
        throw new LoadError('a component could not be loaded', { cause })
      }
    }) as unknown as ComponentType<Props>
  let Loaded = make()
  return () => Loaded
}

/** Main part of a page, loaded when it is first rendered; the page shows an error when that fails. */
export function lazyPage<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const latest = retrying(load, load)
  return function LazyPage(props: Props) {
    const [Page] = useState(latest)
    return <Page {...props} />
  }
}

/**
 * Part of a page, loaded when it is first rendered. When that fails, a dialog is closed with a toast; any other part
 * appears once the network is back.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  source: () => Promise<unknown> = load,
): ComponentType<Props> {
  const latest = retrying(load, source)
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(latest)
    const [isMissing, setMissing] = useState(false)
    useEffect(() => {
      if (!isMissing) return
      const retry = () => {
        setPart(latest)
        setMissing(false)
      }
      addEventListener('online', retry)
      return () => removeEventListener('online', retry)
    }, [isMissing])
    const giveUp = () => {
      setMissing(true)
      const { onClose } = props as { onClose?: () => void }
      if (!onClose) return
      const reload = { label: 'Reload', onAction: () => location.reload() }
      toast(NOT_LOADED, { kind: 'error', action: navigator.onLine ? reload : undefined })
      onClose()
    }
    if (isMissing) return null
    return (
      <LoadBoundary onFailure={giveUp}>
        <Part {...props} />
      </LoadBoundary>
    )
  }
}

/**
 * Named export of a module that is loaded when it is first rendered; the fallback is shown meanwhile. See `lazyPart`
 * for failures.
 */
export function lazyComponent<Module extends object, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  fallback?: ReactNode | ((props: object) => ReactNode),
): Module[Name] {
  const Part = lazyPart<object>(async () => ({ default: (await load())[name] as ComponentType<object> }), load)
  const LazyComponent = (props: object) => (
    <Suspense fallback={typeof fallback === 'function' ? fallback(props) : fallback}>
      <Part {...props} />
    </Suspense>
  )
  return LazyComponent as Module[Name]
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
